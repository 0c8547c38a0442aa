import type { Admission, GuestSession } from '@parley/contract/calls/calls.ts'

/** A client's session and their admission to its call, for stories. */
export const sampleGuestSession: GuestSession = {
  state: 'open',
  status: 'Scheduled',
  start_time: '2026-11-16T16:15:00.000Z',
  end_time: '2026-11-16T17:15:00.000Z',
  first_name: 'Tomás',
  time_zone: 'America/Mexico_City',
  coach_first_name: 'Dana',
  organization: { name: 'Northlight Coaching', contact: '+1 212 555 0142' },
  now: '2026-11-16T16:11:00.000Z',
}

export const sampleAdmission = (more: Partial<Admission> = {}): Admission => ({
  state: 'waiting',
  since: '2026-11-16T16:10:00.000Z',
  told_at: null,
  is_other_device: false,
  is_coach_joining: false,
  stayed_ms: 0,
  terms: { version: '2026-11', is_accepted: true },
  ...more,
})
