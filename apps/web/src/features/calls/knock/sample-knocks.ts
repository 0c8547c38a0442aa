import type { WaitingGuest } from '@parley/contract/calls/calls.ts'

/** Somebody at the door, for stories and tests. */
export const sampleGuest = (more: Partial<WaitingGuest> = {}): WaitingGuest => ({
  id: '01890000-0000-7000-8000-00000000a001',
  session_id: '01890000-0000-7000-8000-00000000b001',
  title: 'Difficult conversations: rehearsal',
  start_time: '2026-11-16T16:15:00.000Z',
  name: 'Tomás Aguilar',
  state: 'waiting',
  since: '2026-11-16T16:12:00.000Z',
  is_other_device: false,
  is_promised: false,
  checked: { camera: 'good', microphone: 'good', connection: 'weak' },
  ...more,
})
