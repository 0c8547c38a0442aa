import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levels, type Privs } from '#rules/people/levels.ts'
import type { SessionStatus } from './phases.ts'
import {
  abilitiesLater,
  mayBecome,
  sessionAbilities,
  statusColor,
  statusLabel,
  timeFaults,
  type SessionFacts,
} from './sessions.ts'
import { nobodyCame } from '#rules/calls/presence.ts'

const minute = 60_000
const start = Date.parse('2026-11-16T15:00:00.000Z')
const end = start + 60 * minute
const facts = (more: Partial<SessionFacts> = {}): SessionFacts => ({
  status: 'Scheduled',
  start_time: new Date(start).toISOString(),
  end_time: new Date(end).toISOString(),
  coach_id: 'coach',
  user_id: 'client',
  organization_id: 'here',
  participantIds: ['client'],
  isInvoiced: false,
  presence: nobodyCame,
  ...more,
})
const viewer = (id: string, privs: Privs, organizationId = 'here') => ({ id, privs, organizationId })

test('statuses are shown in start case, NoShow as No Show [STATUS-02]', () => {
  const all: SessionStatus[] = ['Scheduled', 'Cancelled', 'Completed', 'NoShow']
  expect(all.map(statusLabel)).toEqual(['Scheduled', 'Cancelled', 'Completed', 'No Show'])
})

test('Completed is green, Cancelled and NoShow red, every other gray [STATUS-03 STATUS-04 STATUS-05]', () => {
  expect(statusColor('Completed')).toBe('green')
  expect(statusColor('Cancelled')).toBe('red')
  expect(statusColor('NoShow')).toBe('red')
  expect(statusColor('Scheduled')).toBe('gray')
})

test('a session can be cancelled or marked NoShow only if the client was there for less than 5 minutes', () => {
  const seen = (ms: number) => facts({ presence: { ...nobodyCame, otherSideMs: ms, clientMs: ms } })
  for (const [ms, isAllowed] of [
    [299_999, true],
    [300_000, false],
  ] as const) {
    expect(mayBecome.Cancelled(seen(ms))).toBe(isAllowed)
    expect(mayBecome.NoShow(seen(ms), start)).toBe(isAllowed)
  }
})

const instants = fc.integer({ min: start - 3_600_000, max: end + 3_600_000 })
const coachHere = viewer('coach', levels.Coach)

test('the abilities that the browser derives from an older answer are what the server would answer now [LIST-20 LIST-21 LIST-22]', () => {
  fc.assert(
    fc.property(
      instants,
      instants,
      fc.constantFrom<SessionStatus>('Scheduled', 'Cancelled', 'Completed', 'NoShow'),
      fc.constantFrom(coachHere, viewer('boss', levels.OrgAdmin), viewer('client', levels.Coach)),
      fc.boolean(),
      (one, other, status, who, isInvoiced) => {
        const [askedAt, now] = [Math.min(one, other), Math.max(one, other)]
        const { presence: _, ...given } = facts({ status, isInvoiced })
        const known = sessionAbilities(who, facts({ status, isInvoiced }), askedAt)
        expect(abilitiesLater(who, given, known, { askedAt, now })).toEqual(
          sessionAbilities(who, facts({ status, isInvoiced }), now),
        )
      },
    ),
  )
})

test('a client whom the server saw present does not become a no-show as time passes', () => {
  const seen = facts({ presence: { ...nobodyCame, otherSideMs: 300_000, clientMs: 300_000 } })
  const askedAt = start + 10 * minute
  const known = sessionAbilities(coachHere, seen, askedAt)
  const later = { askedAt, now: end + 20 * minute }
  expect(abilitiesLater(coachHere, seen, known, later)).toMatchObject({ settle: true, noShow: false })
})

test('a wrong clock in the browser neither removes an ability that the server gave nor holds back one that is due', () => {
  const known = sessionAbilities(coachHere, facts(), start - minute)
  // A clock two minutes ahead: the answer seems to be newer than the start.
  const ahead = { askedAt: start + minute, now: start + minute }
  expect(abilitiesLater(coachHere, facts(), known, ahead)).toMatchObject({ complete: true, noShow: true })
  const allowed = sessionAbilities(coachHere, facts(), start + minute)
  const behind = { askedAt: start - minute, now: start - minute }
  expect(abilitiesLater(coachHere, facts(), allowed, behind)).toEqual(allowed)
})

test('a person who neither takes part in a session nor manages it has no abilities on it, at any time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: start - 86_400_000, max: end + 86_400_000 }),
      fc.constantFrom<SessionStatus>('Scheduled', 'Cancelled', 'Completed', 'NoShow'),
      fc.constantFrom(viewer('other', levels.Coach), viewer('boss', levels.OrgAdmin, 'there')),
      (now, status, who) => {
        expect(Object.values(sessionAbilities(who, facts({ status }), now))).not.toContain(true)
      },
    ),
  )
})

test('a final session allows only editing the title, changing billable and correcting the status', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: start - 86_400_000, max: end + 86_400_000 }),
      fc.constantFrom<SessionStatus>('Cancelled', 'Completed', 'NoShow'),
      (now, status) => {
        const {
          edit: _,
          editBillable: __,
          correct: ___,
          ...rest
        } = sessionAbilities(viewer('boss', levels.Admin), facts({ status }), now)
        expect(Object.values(rest)).not.toContain(true)
      },
    ),
  )
})

test('a session begins at most two years ahead, to the instant [SESSION-29]', () => {
  const hour = 3_600_000
  const now = Date.parse('2026-11-16T14:00:00.000Z')
  const last = Date.parse('2028-11-16T14:00:00.000Z')
  expect(timeFaults(last, last + hour, now)).toEqual([])
  for (const from of [
    last + 15 * minute,
    Date.parse('2500-01-01T00:00:00Z'),
    Date.parse('9998-12-31T00:00:00Z'),
  ])
    expect(timeFaults(from, from + hour, now)).toEqual([
      { path: 'start_time', message: 'You cannot schedule more than two years ahead' },
    ])
})

test('times are accepted exactly when they are on the step, in order, not passed and at most 8 hours apart [FORM-18 FORM-19 SESSION-20 SESSION-21]', () => {
  const quarter = 15 * minute
  const instants = fc.integer({ min: start - 8 * 3_600_000, max: start + 24 * 3_600_000 })
  fc.assert(
    fc.property(
      fc.oneof(
        instants,
        instants.map((at) => Math.round(at / quarter) * quarter),
      ),
      fc.oneof(
        instants,
        instants.map((at) => Math.round(at / quarter) * quarter),
      ),
      (from, until) => {
        const isGood =
          from >= start &&
          from % quarter === 0 &&
          until % quarter === 0 &&
          until > from &&
          until - from <= 8 * 3_600_000
        expect(timeFaults(from, until, start).length === 0).toBe(isGood)
      },
    ),
  )
})
