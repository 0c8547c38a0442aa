import { chooseAppointments } from '@parley/contract/rules/sessions/appointments.ts'
import { callName, otherSideName } from '@parley/contract/rules/sessions/calendar-links.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { sessionLengthMaxMs } from '@parley/contract/rules/sessions/sessions.ts'
import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'
import type { Platform } from '#platform/process/context.ts'
import type { LetterParts } from '#platform/mail/letter.ts'
import { guestUrl } from '#features/sessions/guests/guest-links.ts'
import { panelOf } from './time-words.ts'

/** More than fit into one day; `chooseAppointments` selects from them. */
const readMax = 40

/** A client's running or next sessions with their personal links, as the login email lists them. */
export async function appointmentsOf(
  { config, database: { db }, clock }: Pick<Platform, 'config' | 'database' | 'clock'>,
  personId: string,
): Promise<NonNullable<LetterParts['appointments']>> {
  const now = clock()
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('people as p', 'p.id', 's.user_id')
    .innerJoin('people as c', 'c.id', 's.coach_id')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .select([
      's.id',
      's.start_time',
      's.end_time',
      's.status',
      'p.time_zone',
      'o.time_zone as organization_zone',
    ])
    .select(['c.first_name', 'c.username', 'c.time_zone as coach_zone'])
    .where('s.user_id', '=', personId)
    .whereRef('s.coach_id', '<>', 's.user_id')
    .where('s.status', '=', 'Scheduled')
    .where('s.start_time', '>=', new Date(now - sessionLengthMaxMs - constants.joinWindowAfterMs))
    .orderBy('s.start_time')
    .limit(readMax)
    .execute()
  const sessions = rows.map((row) => ({
    ...row,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
  }))
  const { active, next } = chooseAppointments(sessions, levels.Client, now)
  const listed = await Promise.all(
    [...active, ...next].map(async (session) => {
      // Undefined if the session was cancelled or reassigned while this ran. It is then left out.
      const url = await guestUrl(db, config, session.id, personId)
      const name = otherSideName([session])
      const coach = { name, zone: zoneAmong(session.coach_zone, session.organization_zone) }
      const span = { start: Date.parse(session.start_time), end: Date.parse(session.end_time) }
      const panel = panelOf(span, zoneAmong(session.time_zone, session.organization_zone), coach)
      return url === undefined ? [] : [{ title: callName(name), panel, url }]
    }),
  )
  return listed.flat()
}
