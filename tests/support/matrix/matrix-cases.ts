import { randomUUID } from 'node:crypto'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import { browser, type GuestCaller } from '../browser-cookie.ts'
import { password, type TestPerson } from '../make.ts'
import { noticeBody, signatureOf } from '../calls/media-events.ts'
import { formOf, formType } from '../sample-files.ts'
import { paymentNotice } from '../engines/payment-notices.ts'
import type { Stack } from '../stack.ts'

export interface Actor {
  level: LevelName
  person: TestPerson
}

export interface Input {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** The body of a route that does not take JSON. */
  bytes?: string
  /** Extra headers, such as the proof that a route without a sign-in asks for. */
  headers?: Record<string, string>
  /** The client who calls with a personal link. */
  guest?: GuestCaller & { id: string }
}

export interface Case {
  /** A well-formed request by this actor, so that a refusal can only be due to who asks. */
  input: (stack: Stack, actor: Actor | undefined) => Input | Promise<Input>
  /** The kind of subject whose id the route takes, for the rows own × same × other organization. */
  on?: { kind: SubjectKind; body?: (actor: Actor) => object; query?: Record<string, string> }
}

export type SubjectKind = 'person' | 'organization' | 'session' | 'import' | 'invoice'

/** A person of that level in a new organization. */
export async function actorOf(stack: Stack, level: LevelName): Promise<Actor> {
  const { id: organization_id } = await stack.make.organization()
  return { level, person: await stack.make.person({ level, organization_id }) }
}

/** The relation of a subject to the actor. */
export const relations = ['own', 'same organization', 'other organization'] as const
export type Relation = (typeof relations)[number]

/** A client, a client's session, an import, an invoice or an organization with that relation to the actor. */
export async function subjectFor(stack: Stack, actor: Actor, kind: SubjectKind, relation: Relation) {
  const isElsewhere = relation === 'other organization'
  const organization_id = isElsewhere ? (await stack.make.organization()).id : actor.person.organization_id
  if (!organization_id) throw new Error('actors of the matrix belong to an organization')
  if (kind === 'organization') return { id: organization_id }
  if (kind === 'invoice') return stack.make.invoice(organization_id)
  const isOwn = relation === 'own'
  if (kind === 'import')
    return stack.make.importBy(
      isOwn ? actor.person : await stack.make.person({ level: 'OrgAdmin', organization_id }),
    )
  const coach = isOwn ? actor.person : await stack.make.person({ level: 'Coach', organization_id })
  const client = await stack.make.person({ level: 'Client', organization_id, coach_id: coach.id })
  if (kind === 'person') return client
  return stack.make.session({ coach, client, start: '2026-11-16T13:45:00.000Z' })
}

const nobody = '01890000-0000-7000-8000-000000000000'

const plain: Case = { input: () => ({}) }

/** A request that asks for the actor's own password, after giving them one. */
const withPassword = (body: object): Case => ({
  input: async (stack, actor) => {
    if (actor) await stack.make.passwordFor(actor.person.id)
    return { body: { ...body, password } }
  },
})

/** A request on an import that the actor made, or some OrgAdmin if there is no actor. */
const ofAnImport: Case = {
  input: async (stack, actor) => {
    const by =
      actor?.person ??
      (await stack.make.person({ level: 'OrgAdmin', organization_id: (await stack.make.organization()).id }))
    return { params: { id: (await stack.make.importBy(by)).id } }
  },
  on: { kind: 'import' },
}

/** A request on one person: the actor's own client unless the matrix asks for another. */
const onPerson = (body?: (actor: Actor) => object, query?: Record<string, string>): Case => ({
  input: async (stack, actor) => {
    const subject = actor ? await subjectFor(stack, actor, 'person', 'own') : { id: nobody }
    return {
      params: { id: subject.id },
      ...(query && { query }),
      ...(body && actor ? { body: body(actor) } : body ? { body: {} } : {}),
    }
  },
  on: { kind: 'person', ...(body && { body }), ...(query && { query }) },
})

const onOrganization = (body?: (actor: Actor) => object): Case => ({
  input: (_stack, actor) => ({
    params: { id: actor?.person.organization_id ?? nobody },
    ...(body && actor ? { body: body(actor) } : body ? { body: {} } : {}),
  }),
  on: { kind: 'organization', ...(body ? { body } : {}) },
})

/** A request on a session that has begun: one that the actor coaches unless the matrix asks for another. */
const onSession = (body?: object): Case => ({
  input: async (stack, actor) => {
    const { id } = actor ? await subjectFor(stack, actor, 'session', 'own') : { id: nobody }
    return { params: { id }, ...(body && { body }) }
  },
  on: { kind: 'session', ...(body && { body: () => body }) },
})

/** A request on an invoice of the actor's organization. */
const onInvoice = (body?: object, query?: Record<string, string>): Case => ({
  input: async (stack, actor) => {
    const { id } = actor ? await subjectFor(stack, actor, 'invoice', 'own') : { id: nobody }
    return { params: { id }, ...(body && { body }), ...(query && { query }) }
  },
  on: { kind: 'invoice', ...(body && { body: () => body }), ...(query && { query }) },
})

const aDay = JSON.stringify(['2026-11-16T05:00:00.000Z', '2026-11-17T05:00:00.000Z'])
/** A coach and a client whom the actor may book: a coach books for themselves, others for a coach of their organization. */
async function pairFor(stack: Stack, actor: Actor | undefined) {
  const organization_id = actor?.person.organization_id ?? (await stack.make.organization()).id
  const isCoach = actor?.level === 'Coach'
  const coach = isCoach ? actor.person : await stack.make.person({ level: 'Coach', organization_id })
  return { coach, client: await stack.make.person({ level: 'Client', organization_id, coach_id: coach.id }) }
}

/** The header with which the coach of a running session connects to LiveKit. */
async function mediaToken(stack: Stack): Promise<string> {
  const { coach, client } = await pairFor(stack, undefined)
  const session = await stack.make.session({ coach, client, start: '2026-11-16T13:45:00.000Z' })
  const joined = await stack.as(coach).get(`/sessions/join/${session.id}`)
  return `Bearer ${joined.body.response.twilio_token}`
}

/** For the session's own people only, regardless of others' level: see matrix-of-calls.test.ts. */
const ofAChat = (body?: object, more: Record<string, string> = {}): Case => ({
  input: async (stack, actor) => {
    const { id } = actor ? await subjectFor(stack, actor, 'session', 'own') : { id: nobody }
    return { params: { sessionId: id, ...more }, ...(body && { body }) }
  },
})

/** The same for the streamed application of a call. */
const ofAStream = (body: object = {}): Case => ({
  input: async (stack, actor) => {
    const { id } = actor ? await subjectFor(stack, actor, 'session', 'own') : { id: nobody }
    return { body: { sessionId: id, ...body } }
  },
})

/**
 * About the client of the actor's own session, after giving the actor the assessor's right. For everybody else see
 * matrix-of-calls.test.ts.
 */
const ofScored = (body?: object, more: () => Record<string, string> = () => ({})): Case => ({
  input: async (stack, actor) => {
    if (!actor) return { params: { sessionId: nobody, userId: nobody, ...more() }, ...(body && { body }) }
    const { id } = await subjectFor(stack, actor, 'session', 'own')
    const { user_id } = await stack.db
      .updateTable('people')
      .set({ is_assessor: true })
      .where('id', '=', actor.person.id)
      .execute()
      .then(() =>
        stack.db.selectFrom('sessions').select('user_id').where('id', '=', id).executeTakeFirstOrThrow(),
      )
    return { params: { sessionId: id, userId: user_id, ...more() }, ...(body && { body }) }
  },
})

/** The author's device chooses the id of a moment, so every request has another. */
const aMoment = () => ({ momentId: randomUUID() })

/** About a client whom the actor has scored, with the assessor's right. For everybody else see progress.test.ts. */
const ofProgress: Case = {
  input: async (stack, actor) => {
    const { params = {} } = await ofScored().input(stack, actor)
    const { sessionId = nobody, userId = nobody } = params
    if (actor && actor.level !== 'Client') {
      const answer = { tags: [0, 'clarity', 'opening', 'purpose-early'], value: true }
      await stack.as(actor.person).post(`/assessment/${sessionId}/${userId}`, answer)
    }
    return { params: { userId } }
  },
}

/** A request by an actor with the assessor's right. */
const asAssessor: Case = {
  input: async (stack, actor) => {
    await ofScored().input(stack, actor)
    return {}
  },
}

let count = 0

/** A case for each route of the contract's table, keyed by its name there. */
export const cases: Record<string, Case> = {
  login: { input: () => ({ body: { username: 'nobody-here', password: 'nothing' } }) },
  logout: plain,
  cantLogIn: plain,
  openPasswordLink: { input: () => ({ body: { token: 'a'.repeat(43) } }) },
  setPassword: { input: () => ({ body: { token: 'a'.repeat(43), password: 'quiet morning harbour' } }) },
  forgotPassword: { input: () => ({ body: { name: 'nobody-here' } }) },
  openEmailLink: { input: () => ({ body: { token: 'a'.repeat(43) } }) },
  confirmEmail: { input: () => ({ body: { token: 'a'.repeat(43) } }) },
  changeEmail: withPassword({ email: 'somewhere.else@example.test' }),
  me: plain,
  acceptTerms: { input: (stack) => ({ body: { version: stack.platform.texts.terms.version } }) },
  changePassword: withPassword({ newPassword: 'quiet morning harbour' }),
  startSecondFactor: withPassword({}),
  confirmSecondFactor: { input: () => ({ body: { code: '000000' } }) },
  newRecoveryCodes: withPassword({}),
  removeSecondFactor: withPassword({}),
  listSignIns: plain,
  endSignIn: { input: () => ({ params: { id: 'AAAAAAAAAAAAAAAAAAAAAA' } }) },
  resetSecondFactor: {
    input: async (stack, actor) => {
      const organization_id = actor?.person.organization_id ?? (await stack.make.organization()).id
      const coach = await stack.make.person({ level: 'Coach', organization_id })
      return { params: { id: coach.id } }
    },
  },
  sendLoginEmail: onPerson(),
  listProfiles: plain,
  listClients: plain,
  listAdmins: plain,
  listCoaches: plain,
  countProfiles: plain,
  filterProfiles: plain,
  getProfile: onPerson(),
  createProfile: {
    input: (_stack, actor) => {
      count += 1
      const attributes = {
        first_name: 'M',
        last_name: 'N',
        username: `matrix.${count}`,
        email: 'm@example.test',
      }
      return {
        body: { attributes: { ...attributes, organization_id: actor?.person.organization_id ?? null } },
      }
    },
  },
  updateProfile: onPerson(() => ({ attributes: { first_name: 'Changed' } })),
  deleteProfile: onPerson(),
  restoreProfile: onPerson(),
  previewErasure: onPerson(),
  erasePerson: onPerson(),
  listHolds: plain,
  placeHold: {
    input: async (stack, actor) => {
      const subject = actor ? await subjectFor(stack, actor, 'person', 'own') : { id: nobody }
      return { body: { of: { person: subject.id }, reason: 'matrix', until: '2027-01-01T00:00:00.000Z' } }
    },
  },
  endHold: {
    input: async (stack, actor) => {
      if (!actor) return { params: { id: nobody } }
      const { id: person_id } = await subjectFor(stack, actor, 'person', 'own')
      const hold = await stack.db
        .insertInto('legal_holds')
        .values({
          person_id,
          reason: 'matrix',
          until: '2027-01-01T00:00:00.000Z',
          made_by: actor.person.id,
          made_at: new Date(stack.clock.now()),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { params: { id: hold.id } }
    },
  },
  latestCopy: onPerson(),
  askForCopy: onPerson(),
  copyAddress: {
    input: async (stack, actor) => {
      if (!actor) return { params: { id: nobody } }
      const { id: person_id } = await subjectFor(stack, actor, 'person', 'own')
      const asked_at = new Date(stack.clock.now())
      const copy = await stack.db
        .insertInto('person_copies')
        .values({ person_id, asked_by: actor.person.id, asked_at, made_at: asked_at, size_bytes: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { params: { id: copy.id } }
    },
  },
  fetchCopy: { input: () => ({ params: { token: 'A'.repeat(72) } }) },
  listOrganizations: plain,
  getOrganization: onOrganization(),
  createOrganization: {
    input: () => {
      count += 1
      return { body: { name: `matrix-${count}`, displayName: 'Matrix', billingAddress: '1 Row', rate: 100 } }
    },
  },
  updateOrganization: onOrganization(() => ({ contact: 'changed' })),
  listAudit: plain,
  auditFile: plain,
  listMails: plain,
  startImport: {
    input: () => ({
      query: { filename: 'clients.csv' },
      bytes: 'first_name,last_name,username,email,organization\nA,B,abc,a@b.test,',
    }),
  },
  getImport: ofAnImport,
  listImportRows: ofAnImport,
  runImport: ofAnImport,
  stopImport: ofAnImport,
  importErrors: ofAnImport,
  createSession: {
    input: async (stack, actor) => {
      const { coach, client } = await pairFor(stack, actor)
      const times = { start_time: '2026-12-01T15:00:00.000Z', end_time: '2026-12-01T16:00:00.000Z' }
      return { body: { title: 'Matrix', ...times, coach_id: coach.id, user_id: client.id } }
    },
  },
  getSession: onSession(),
  sessionHistory: onSession(),
  sessionDetails: onSession(),
  // For the session's own people only, regardless of others' level: see joining.test.ts.
  joinSession: { input: onSession().input },
  readPresence: onSession(),
  // For the session's own people only, regardless of others' level: see reports.test.ts.
  reportCall: {
    input: onSession({
      kinds: ['sound'],
      text: 'matrix',
      statistics: { agent: 'matrix', samples: [], changes: [] },
    }).input,
  },
  listReports: plain,
  readReport: { input: () => ({ params: { id: nobody } }) },
  callAdmission: {
    input: async (stack) => ({
      headers: {
        // The front proxy asks like this when somebody connects.
        'x-forwarded-method': 'GET',
        'x-forwarded-uri': '/rtc/v1',
        authorization: await mediaToken(stack),
        ...browser(),
      },
    }),
  },
  listMessages: ofAChat(),
  sendMessage: ofAChat({ client_id: nobody, body: 'Hello.' }),
  sendFile: {
    input: async (stack, actor) => ({
      ...(await ofAChat().input(stack, actor)),
      bytes: formOf('a.txt', Buffer.from('Hello.')).toString(),
      headers: { 'content-type': formType },
    }),
  },
  fileAddress: ofAChat(undefined, { sid: nobody }),
  downloadFile: { input: () => ({ params: { token: 'A'.repeat(72) } }) },
  connectStream: ofAStream({ signalRequest: 'matrix' }),
  signalStream: ofAStream(),
  readStream: ofAChat(),
  showStream: ofAStream({ instance: 1 }),
  handControl: ofAStream({ person_id: nobody }),
  getAssessment: ofScored(),
  saveAnswer: ofScored({ tags: [0, 'clarity', 'opening', 'purpose-early'], value: true }),
  assessmentHistory: ofScored(),
  listMoments: ofScored(),
  saveMoment: ofScored(
    { tags: [0, 'clarity', 'opening', 'purpose-early'], at: '2026-11-16T14:00:00Z', note: '' },
    aMoment,
  ),
  removeMoment: ofScored(undefined, aMoment),
  getProgress: ofProgress,
  progressReport: ofProgress,
  sendReport: ofProgress,
  getAggregates: {
    input: (_stack, actor) => ({ query: { organization_id: actor?.person.organization_id ?? nobody } }),
  },
  ownScores: asAssessor,
  getRubric: { input: () => ({ params: { version: '1' } }) },
  mediaEvent: {
    input: async () => {
      count += 1
      const nowhere = { room: 'matrix', identity: 'matrix', connection: 'matrix' }
      const bytes = noticeBody({
        event: 'room_started',
        id: `matrix-${count}`,
        ...nowhere,
        at: '2026-11-16T14:00:00Z',
      })
      return { bytes, headers: { authorization: await signatureOf(bytes) } }
    },
  },
  // For the session's coach only, regardless of others' level: see client-link.test.ts.
  copyClientLink: { input: onSession().input },
  revokeClientLink: onSession(),
  updateSession: onSession({ title: 'Changed' }),
  cancelSession: onSession(),
  completeSession: onSession(),
  // A correction of a settled session is in matrix-acts.ts.
  correctSession: { input: onSession({ status: 'Completed', reason: 'matrix' }).input },
  // An undo just after a change is in matrix-acts.ts.
  undoSession: { input: onSession().input },
  busyTimes: {
    input: async (stack, actor) => {
      const { coach } = await pairFor(stack, actor)
      return { query: { people: JSON.stringify([coach.id]), range: aDay } }
    },
  },
  listSessions: { input: () => ({ query: { filters: JSON.stringify({ status: ['Scheduled'] }) } }) },
  exportSessions: plain,
  filterSessions: plain,
  calendarSessions: { input: () => ({ query: { start_time_range: aDay } }) },
  sessionProgress: plain,
  scheduledToday: { input: () => ({ query: { range: aDay } }) },
  futureSessions: onPerson(),
  personSessions: onPerson(undefined, { when: 'next' }),
  sessionCalendarFile: onSession(),
  makeCalendarFeed: plain,
  endCalendarFeed: plain,
  calendarFeedState: plain,
  calendarFeed: { input: () => ({ params: { secret: 'a'.repeat(43) } }) },
  guestEntry: plain,
  guestCalendarFile: plain,
  guestAdmission: plain,
  askIn: { input: (stack) => ({ body: { consents: true, terms: stack.platform.texts.terms.version } }) },
  stillWaiting: plain,
  guestJoin: plain,
  tryConnection: plain,
  guestTryConnection: plain,
  waitingGuests: plain,
  // A decision about a waiting guest is in matrix-acts.ts.
  decideAdmission: { input: () => ({ params: { id: nobody }, body: { admit: true } }) },
  // With somebody in the call: see these routes' own tests.
  removeFromCall: { input: () => ({ params: { id: nobody }, body: { person_id: nobody } }) },
  raiseHand: { input: () => ({ params: { id: nobody }, body: { is_up: true } }) },
  tellShown: { input: () => ({ params: { id: nobody } }) },
  muteInCall: { input: () => ({ params: { id: nobody }, body: { person_id: nobody } }) },
  announcements: plain,
  terms: plain,
  privacy: plain,
  listInvoices: onOrganization(),
  getInvoice: onInvoice(),
  invoiceFile: onInvoice(),
  invoiceSessions: onInvoice(undefined, { coach_id: nobody }),
  exportInvoices: onOrganization(),
  listRefundsDue: plain,
  previewInvoice: onOrganization(),
  updateInvoice: onInvoice({ status: 1 }),
  reissueInvoice: onInvoice(),
  payInvoice: onInvoice(),
  invoiceHistory: onInvoice(),
  paymentEvent: { input: () => paymentNotice({ type: 'payment_intent.created', object: {} }) },
  help: plain,
  changes: plain,
  training: plain,
  trainingMaterialText: { input: () => ({ params: { tag: 'ask-then-wait' } }) },
  presentRubric: plain,
  installers: plain,
  installer: { input: () => ({ query: { platform: 'linux' } }) },
  contentPicture: { input: () => ({ params: { id: 'matrix' } }) },
  live: plain,
  reportWebError: { input: () => ({ body: { message: 'a test', path: '/login' } }) },
  health: plain,
  ready: plain,
}
