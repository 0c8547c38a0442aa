import { guestUrl } from '@parley/api/features/sessions/guests/guest-links.ts'
import { sessionsWorld } from './sessions-world.ts'
import type { Stack } from './stack.ts'

/** The people of `sessionsWorld`, a session an hour from now with names that tell, and its client's personal link. */
export async function guestWorld(stack: Stack) {
  const world = await sessionsWorld(stack)
  const rename = (id: string, first_name: string, last_name: string, time_zone: string | null = null) =>
    stack.db.updateTable('people').set({ first_name, last_name, time_zone }).where('id', '=', id).execute()
  await rename(world.coach.id, 'Dana', 'Whitfield')
  await rename(world.client.id, 'Tomás', 'Rivera', 'America/Mexico_City')
  await stack.db
    .updateTable('organizations')
    .set({ display_name: 'Northlight Coaching', contact: '+1 212 555 0142' })
    .where('id', '=', world.organization.id)
    .execute()
  const session = await world.booked({ title: 'Anger at work' })
  const secret = await secretFor(stack, session.id, world.client.id)
  const entry = (given = secret) => stack.guest(given).get('/guest/session')
  const move = (start_time: string, end_time: string) =>
    stack.db.updateTable('sessions').set({ start_time, end_time }).where('id', '=', session.id).execute()
  return { ...world, session, secret, entry, move }
}

export async function secretFor(stack: Stack, sessionId: string, personId: string): Promise<string> {
  const url = await guestUrl(stack.db, stack.config, sessionId, personId)
  if (url === undefined) throw new Error('this person has no link to that session')
  return url.slice(url.indexOf('/join/') + '/join/'.length)
}
