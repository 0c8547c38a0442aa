import { onTestFinished } from 'vitest'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import type { GuestCaller } from '../browser-cookie.ts'
import { system } from '@parley/api/platform/audit/audit.ts'
import { makePasswordLink } from '@parley/api/features/identity/identity.ts'
import { codeAt, turnOnSecondFactor } from '../authenticator.ts'
import { enterCall } from '../calls/call-people.ts'
import { askIn, secretFor } from '../worlds/guest-world.ts'
import { linkIn, mailTo } from '../mail/mail.ts'
import { password } from '../make.ts'
import { subjectFor, type Actor, type Input } from './matrix-cases.ts'
import { formOf, formType } from '../sample-files.ts'
import type { Stack } from '../stack.ts'

type Arrange = (stack: Stack, actor: Actor) => Promise<Input>

const passwordLink = (stack: Stack, { person }: Actor) =>
  makePasswordLink(stack.db, system, person, stack.clock.now())

async function withSecondFactor(stack: Stack, { person }: Actor): Promise<Input> {
  await stack.make.passwordFor(person.id)
  await turnOnSecondFactor(stack, person)
  return { body: { password } }
}

const aSession =
  (body?: object): Arrange =>
  async (stack, actor) => {
    const client = await subjectFor(stack, actor, 'person', 'own')
    // The stack's clock is at 14:00: the session has begun, so it can be completed and cancelled.
    const session = await stack.make.session({
      coach: actor.person,
      client,
      start: '2026-11-16T13:45:00.000Z',
    })
    return { params: { id: session.id }, ...(body && { body }) }
  }

/** A session of the actor, who is in its call. */
const inRoom: Arrange = async (stack, actor) => {
  const { params } = await aSession()(stack, actor)
  const { twilio_token } = (await stack.as(actor.person).get(`/sessions/join/${params?.id}`)).body.response
  const [node] = addresses(herePlaces()).media.nodes
  const person = await enterCall(node?.url.replace('http', 'ws') ?? '', twilio_token)
  onTestFinished(person.leave)
  return { ...(params && { params }) }
}

/** A session that has begun, with the body of a request to its application. */
const aStream =
  (before: (stack: Stack, actor: Actor, sessionId: string) => Promise<unknown>, body: object = {}): Arrange =>
  async (stack, actor) => {
    const sessionId = (await aSession()(stack, actor)).params?.id ?? ''
    await before(stack, actor, sessionId)
    return { body: { sessionId, ...body } }
  }
const offers = (stack: Stack, { person }: Actor, sessionId: string) =>
  stack.as(person).post('/stream/connect', { sessionId, signalRequest: 'matrix' })

/** A client of the actor with a link to a session that has begun, in the state in which `ask` leaves them. */
const aGuest =
  (ask: (stack: Stack, guest: GuestCaller) => Promise<unknown>, body?: (stack: Stack) => object): Arrange =>
  async (stack, actor) => {
    const client = await subjectFor(stack, actor, 'person', 'own')
    const session = await stack.make.session({
      coach: actor.person,
      client,
      start: '2026-11-16T13:45:00.000Z',
    })
    const guest = { secret: await secretFor(stack, session.id, client.id), browser: 'first' }
    await ask(stack, guest)
    return { guest: { ...guest, id: client.id }, ...(body && { body: body(stack) }) }
  }
const waits = (stack: Stack, { secret }: GuestCaller) => askIn(stack, secret)
const isLetIn = async (stack: Stack, guest: GuestCaller) => {
  await waits(stack, guest)
  await stack.db.updateTable('admissions').set({ state: 'admitted' }).execute()
}

/**
 * Requests that make a route really act, with a real password, link or key. For these routes the plain case of
 * `matrix-cases.ts` only gets past the authorisation.
 */
export const acts: Record<string, Arrange> = {
  askIn: aGuest(
    async () => {},
    (stack) => ({ consents: true, terms: stack.platform.texts.terms.version }),
  ),
  stillWaiting: aGuest(waits),
  guestTryConnection: aGuest(async () => {}),
  guestJoin: aGuest(isLetIn),
  decideAdmission: async (stack, actor) => {
    await aGuest(waits)(stack, actor)
    const [knock] = (await stack.as(actor.person).get('/calls/waiting')).body.response
    return { params: { id: knock.id }, body: { admit: true } }
  },
  // Only a participant in the room can raise a hand or report that the application is shown to them.
  raiseHand: async (stack, actor) => ({ ...(await inRoom(stack, actor)), body: { is_up: true } }),
  tellShown: inRoom,
  muteInCall: async (stack, actor) => {
    const { id } = await subjectFor(stack, actor, 'session', 'own')
    return { params: { id }, body: { person_id: actor.person.id } }
  },
  removeFromCall: async (stack, actor) => {
    const { guest } = await aGuest(isLetIn)(stack, actor)
    const [session] = (await stack.as(actor.person).get('/sessions?page=1&owned=true')).body.response.entries
    return { params: { id: session.id }, body: { person_id: guest?.id } }
  },
  connectStream: aStream(async () => {}, { signalRequest: 'matrix' }),
  signalStream: aStream(offers),
  showStream: aStream((stack, { person }, sessionId) => stack.as(person).get(`/sessions/join/${sessionId}`), {
    instance: 1,
  }),
  handControl: async (stack, actor) => {
    const { body } = await aStream(offers)(stack, actor)
    return { body: { ...body, person_id: actor.person.id } }
  },
  login: async (stack, { person }) => {
    await stack.make.passwordFor(person.id)
    return { body: { username: person.username, password } }
  },
  openPasswordLink: async (stack, actor) => ({ body: { token: await passwordLink(stack, actor) } }),
  setPassword: async (stack, actor) => ({
    body: { token: await passwordLink(stack, actor), password: 'quiet morning harbour' },
  }),
  forgotPassword: async (_stack, { person }) => ({ body: { name: person.username } }),
  confirmEmail: async (stack, { person }) => {
    await stack.make.passwordFor(person.id)
    const email = `new.${person.email}`
    await stack.as(person).post('/profiles/me/email', { email, password })
    await stack.runJobs()
    return { body: { token: linkIn((await mailTo(email)).at(-1), 'confirm-email') } }
  },
  confirmSecondFactor: async (stack, { person }) => {
    await stack.make.passwordFor(person.id)
    const started = await stack.as(person).post('/profiles/me/second-factor/start', { password })
    return { body: { code: codeAt(started.body.response.secret, stack.clock.now()) } }
  },
  newRecoveryCodes: withSecondFactor,
  removeSecondFactor: withSecondFactor,
  endSignIn: async (stack, { person }) => {
    const listed = await stack.as(person).get('/profiles/me/sign-ins')
    return { params: { id: listed.body.response[0].id } }
  },
  resetSecondFactor: async (stack, { person }) => {
    const coach = await stack.make.person({ level: 'Coach', organization_id: person.organization_id })
    await stack.make.passwordFor(coach.id)
    await turnOnSecondFactor(stack, coach)
    return { params: { id: coach.id } }
  },
  restoreProfile: async (stack, actor) => {
    const client = await subjectFor(stack, actor, 'person', 'own')
    await stack.as(actor.person).delete(`/profiles/${client.id}`)
    return { params: { id: client.id } }
  },
  stopImport: async (stack, { person }) => {
    const { id } = await stack.make.importBy(person)
    await stack.as(person).post(`/imports/run/${id}`)
    return { params: { id } }
  },
  fetchCopy: async (stack, { person }) => {
    await stack.db.updateTable('people').set({ privs: 2 }).where('id', '=', person.id).execute()
    const asked = await stack.as(person).post(`/privacy/copies/${person.id}`)
    await stack.runJobs()
    const made = await stack.as(person).get(`/privacy/copies/address/${asked.body.response.id}`)
    return { params: { token: String(made.body.response.url).split('/').at(-1) ?? '' } }
  },
  // The actor sends the file, in their own session.
  fileAddress: async (stack, actor) => {
    const { params } = await aSession()(stack, actor)
    const path = `/chat/${params?.id}/files`
    const sent = await stack.as(actor.person).upload(path, formOf('a.txt', Buffer.from('Hello.')), formType)
    return { params: { sessionId: params?.id ?? '', sid: sent.body.response.sid } }
  },
  completeSession: aSession(),
  correctSession: async (stack, actor) => {
    const input = await aSession({ status: 'Cancelled', reason: 'matrix' })(stack, actor)
    await stack.as(actor.person).post(`/sessions/complete/${input.params?.id}`)
    return input
  },
  undoSession: async (stack, actor) => {
    const input = await aSession()(stack, actor)
    await stack.as(actor.person).post(`/sessions/complete/${input.params?.id}`)
    return input
  },
  endCalendarFeed: async (stack, { person }) => {
    await stack.as(person).post('/profiles/me/calendar-feed')
    return {}
  },
  calendarFeed: async (stack, { person }) => {
    const made = await stack.as(person).post('/profiles/me/calendar-feed')
    return { params: { secret: String(made.body.response.url).split('/').at(-1)?.replace('.ics', '') ?? '' } }
  },
}
