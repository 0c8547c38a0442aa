import { noteStay } from '@parley/api/features/calls/presence.ts'
import { enterCall, signalling } from './call-people.ts'
import { askIn, secretFor } from '../worlds/guest-world.ts'
import { at, type sessionsWorld } from '../worlds/sessions-world.ts'
import type { Stack } from '../stack.ts'

/** The client knocks in that browser and is admitted. Returns their media token. */
export async function letIn(
  stack: Stack,
  coach: { token: string },
  secret: string,
  inBrowser = 'first',
): Promise<string> {
  await askIn(stack, secret, inBrowser)
  const knocks = (await stack.as(coach).get('/calls/waiting')).body.response
  await stack.as(coach).post(`/calls/admissions/${knocks.at(-1).id}`, { admit: true })
  return (await stack.guest(secret, inBrowser).get('/guest/join')).body.response.twilio_token
}

/** The coach and an admitted client, both in the call of a session at 15:00 that day. The clock is set to 14:50. */
export async function guestInRoom(
  stack: Stack,
  { coach, organization }: Awaited<ReturnType<typeof sessionsWorld>>,
  on: string,
) {
  stack.clock.set(at('14:50', on))
  const of = { organization_id: organization.id, coach_id: coach.id }
  const client = await stack.make.person({ level: 'Client', ...of })
  const session = await stack.make.session({ coach, client, start: at('15:00', on) })
  const secret = await secretFor(stack, session.id, client.id)
  const clientToken = await letIn(stack, coach, secret)
  const join = await stack.as(coach).get(`/sessions/join/${session.id}`)
  const tokens = { coach: join.body.response.twilio_token as string, client: clientToken }
  const coachIn = await enterCall(signalling, tokens.coach)
  const clientIn = await enterCall(signalling, tokens.client)
  const { room } = await stack.db
    .selectFrom('calls')
    .select('room')
    .where('session_id', '=', session.id)
    .executeTakeFirstOrThrow()
  // LiveKit stamps the machine's time, which is unrelated to the test's clock. The first join time that is stored wins, so
  // store the test's.
  for (const [personId, { connection }] of [
    [coach.id, coachIn],
    [client.id, clientIn],
  ] as const)
    await noteStay(stack.db, { room, personId, connection }, { joinedAt: new Date(at('14:50', on)) })
  return { session, client, secret, tokens, on, room, coachIn, clientIn }
}
