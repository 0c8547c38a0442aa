import type { Session } from '@parley/contract/sessions/sessions.ts'
import { describe, expect, test } from 'vitest'
import { joinStateOf } from './join-state.ts'

const zone = 'America/New_York'
const at = (clock: string, day = '2026-11-16') => Date.parse(`${day}T${clock}Z`)

// Only the fields that the functions read.
const session = (status: Session['status'] = 'Scheduled') =>
  ({
    start_time: '2026-11-16T14:30:00.000Z',
    end_time: '2026-11-16T15:30:00.000Z',
    status,
    coach_id: 'coach',
    participants: [{ id: 'client' }],
  }) as Session

describe('the join button', () => {
  const state = (clock: string, viewer = 'coach', status?: Session['status']) =>
    joinStateOf(session(status), viewer, zone, at(clock))

  test('the join button says when it opens and in how long, if it is too early', () => {
    expect(state('11:35:00.000')).toEqual({
      kind: 'early',
      line: 'Opens at 9:15 AM EST, in 2 h 40 min',
      mayJoin: false,
    })
    expect(joinStateOf(session(), 'coach', zone, at('12:00:00.000', '2026-11-14')).line).toBe(
      'Opens Nov 16 at 9:15 AM EST, in 2 days',
    )
    expect(state('14:14:59.999').kind).toBe('early')
  })

  test('the join button is on from 15 minutes before the start until 15 minutes after the end, to the millisecond', () => {
    expect(state('14:15:00.000')).toEqual({ kind: 'open', line: 'Starts in 15 min', mayJoin: true })
    expect(state('15:45:00.000')).toMatchObject({ kind: 'open', line: 'Ended 15 min ago', mayJoin: true })
    expect(state('15:45:00.001')).toEqual({ kind: 'over', line: 'Ended 10:30 AM EST', mayJoin: false })
  })

  test('the join button lets only people in the session join, and nobody after a final status', () => {
    expect(state('14:20:00.000', 'admin')).toMatchObject({ kind: 'open', mayJoin: false })
    expect(state('14:20:00.000', 'client')).toMatchObject({ mayJoin: true })
    for (const status of ['Cancelled', 'Completed', 'NoShow'] as const)
      expect(state('14:20:00.000', 'coach', status).kind).toBe('final')
  })
})
