import type { GuestCaller } from '../browser-cookie.ts'
import { guestUrl } from '@parley/api/features/sessions/guests/guest-links.ts'
import { sessionsWorld } from './sessions-world.ts'
import type { Stack } from '../stack.ts'

/** The people of `sessionsWorld` with realistic names, a session an hour from now, and its client's personal link. */
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

/** Presses 'Join Session' as the holder of a link in one browser, with the terms accepted. */
export const askIn = (stack: Stack, secret: string, inBrowser?: string) =>
  stack
    .guest(secret, inBrowser)
    .post('/guest/admission', { consents: true, terms: stack.platform.texts.terms.version })

/** Two clients with links to sessions that have begun: one waits, the other was admitted. */
export async function guestsOfBothKinds(
  stack: Stack,
): Promise<{ waiting: GuestCaller; letIn: GuestCaller; clientId: string }> {
  const { organization, coach } = await sessionsWorld(stack)
  const ask = async (start: string) => {
    const client = await stack.make.person({
      level: 'Client',
      organization_id: organization.id,
      coach_id: coach.id,
    })
    const session = await stack.make.session({ coach, client, start })
    const secret = await secretFor(stack, session.id, client.id)
    await askIn(stack, secret)
    return { caller: { secret, browser: 'first' }, clientId: client.id }
  }
  const { caller: letIn, clientId } = await ask('2026-11-16T13:00:00.000Z')
  const [knock] = (await stack.as(coach).get('/calls/waiting')).body.response
  await stack.as(coach).post(`/calls/admissions/${knock.id}`, { admit: true })
  const { caller: waiting } = await ask('2026-11-16T14:00:00.000Z')
  return { waiting, letIn, clientId }
}
