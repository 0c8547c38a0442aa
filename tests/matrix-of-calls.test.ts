import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { levels, type LevelName } from '@parley/contract/rules/people/levels.ts'
import { table } from '@parley/contract/table.ts'
import { askIn, secretFor } from './support/worlds/guest-world.ts'
import {
  actorOf,
  relations,
  subjectFor,
  type Actor,
  type Input,
  type Relation,
} from './support/matrix/matrix-cases.ts'
import { sendRoute } from './support/matrix/matrix-send.ts'
import { formOf, formType } from './support/sample-files.ts'
import { startStack, type Stack } from './support/stack.ts'

/**
 * Calls, chat, the application and assessment by relation: own × same organization × other organization, for every level.
 * Unlike the rest of the portal, a call belongs only to the people in it, regardless of others' level. The expectations
 * below are written by hand. One actor per level is enough, because these routes do not change the actor.
 */
interface Subject {
  sessionId: string
  userId: string
  organizationId: string
  admissionId: string
}
interface Row {
  input: (subject: Subject) => Input
  /** The answer to the session's coach: 'done', or the error code for what the call lacks. */
  own: string
  /** The answer to somebody who can see the session but neither leads it nor takes part. */
  seen: string
  /** The answer to everybody else. */
  unseen: string
}

const nobody = '01890000-0000-7000-8000-000000000000'
const ofCall = { seen: 'not_of_call', unseen: 'session_not_found' }
const ofCoach = { seen: 'not_your_call', unseen: 'session_not_found' }
const ofAssessors = { own: 'done', seen: 'done', unseen: 'session_not_found' }

const byId =
  (body?: object) =>
  ({ sessionId }: Subject) => ({ params: { id: sessionId }, ...(body && { body }) })
const inChat =
  (more: Input = {}) =>
  ({ sessionId }: Subject) => ({ params: { sessionId }, ...more })
const ofStream =
  (body: object = {}) =>
  ({ sessionId }: Subject) => ({ body: { sessionId, ...body } })
const ofScored =
  (body?: () => object, params: () => Record<string, string> = () => ({})) =>
  ({ sessionId, userId }: Subject) => ({
    params: { sessionId, userId, ...params() },
    ...(body && { body: body() }),
  })
const ofClient = ({ userId }: Subject) => ({ params: { userId } })

const answer = () => ({ tags: [0, 'clarity', 'opening', 'purpose-early'], value: true })
const moment = () => ({ tags: answer().tags, at: '2026-11-16T14:00:00Z', note: '' })
const momentId = () => ({ momentId: randomUUID() })
const report = { kinds: ['sound'], text: 'matrix', statistics: { agent: 'matrix', samples: [], changes: [] } }

/** The order matters: an application is connected before it is read, and answers are saved before they are reported. */
const rows: Record<string, Row> = {
  joinSession: { input: byId(), own: 'done', ...ofCall },
  reportCall: { input: byId(report), own: 'done', ...ofCall },
  raiseHand: { input: byId({ is_up: true }), own: 'not_in_call', ...ofCall },
  tellShown: { input: byId(), own: 'not_in_call', ...ofCall },
  muteInCall: { input: byId({ person_id: nobody }), own: 'done', ...ofCoach },
  removeFromCall: { input: byId({ person_id: nobody }), own: 'not_in_call', ...ofCoach },
  decideAdmission: {
    input: ({ admissionId }) => ({ params: { id: admissionId }, body: { admit: true } }),
    own: 'done',
    seen: 'admission_not_found',
    unseen: 'admission_not_found',
  },
  listMessages: { input: inChat(), own: 'done', ...ofCall },
  sendMessage: { input: inChat({ body: { client_id: nobody, body: 'Hello.' } }), own: 'done', ...ofCall },
  sendFile: {
    input: inChat({
      bytes: formOf('a.txt', Buffer.from('Hello.')).toString(),
      headers: { 'content-type': formType },
    }),
    own: 'done',
    ...ofCall,
  },
  fileAddress: {
    input: ({ sessionId }) => ({ params: { sessionId, sid: nobody } }),
    own: 'file_not_found',
    ...ofCall,
  },
  connectStream: { input: ofStream({ signalRequest: 'matrix' }), own: 'done', ...ofCall },
  signalStream: { input: ofStream(), own: 'done', ...ofCall },
  readStream: { input: inChat(), own: 'done', ...ofCall },
  showStream: { input: ofStream({ instance: 1 }), own: 'done', ...ofCall },
  handControl: { input: ofStream({ person_id: nobody }), own: 'not_in_session', ...ofCall },
  getAssessment: { input: ofScored(), ...ofAssessors },
  saveAnswer: { input: ofScored(answer), ...ofAssessors },
  assessmentHistory: { input: ofScored(), ...ofAssessors },
  listMoments: { input: ofScored(), ...ofAssessors },
  saveMoment: { input: ofScored(moment, momentId), ...ofAssessors },
  removeMoment: { input: ofScored(undefined, momentId), ...ofAssessors },
  getProgress: { input: ofClient, ...ofAssessors, unseen: 'person_not_found' },
  progressReport: { input: ofClient, ...ofAssessors, unseen: 'person_not_found' },
  sendReport: { input: ofClient, ...ofAssessors, unseen: 'person_not_found' },
  getAggregates: {
    input: ({ organizationId }) => ({ query: { organization_id: organizationId } }),
    ...ofAssessors,
    unseen: 'organization_not_found',
  },
}

/** Written by hand, as in matrix.test.ts. */
const sees: Record<LevelName, Relation[]> = {
  Client: [],
  Coach: ['own'],
  OrgAdmin: ['own', 'same organization'],
  Admin: ['own', 'same organization', 'other organization'],
  Super: ['own', 'same organization', 'other organization'],
}

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

test('every route about one call, chat, application or scored client is in this matrix [WIRE-11]', () => {
  const elsewhere = [
    // Tested in matrix.test.ts: open to everybody who can see the session.
    'readPresence',
    'copyClientLink',
    // These take neither a session nor a client.
    'listReports',
    'readReport',
    'waitingGuests',
    'tryConnection',
    'callAdmission',
    'downloadFile',
    'getRubric',
    'ownScores',
  ]
  const found = Object.entries(table)
    .filter(([, { path }]) => /^\/(?:calls|chat|stream|assessment)\/|^\/sessions\/join\//.test(path))
    .map(([name]) => name)
    .filter((name) => !elsewhere.includes(name))
  expect(found.toSorted()).toEqual(Object.keys(rows).toSorted())
})

describe.each(Object.keys(levels) as LevelName[])('%s', (level) => {
  let actor: Actor
  const subjects = new Map<Relation, Subject>()
  beforeAll(async () => {
    actor = await actorOf(stack, level)
    await stack.db
      .updateTable('people')
      .set({ is_assessor: true })
      .where('id', '=', actor.person.id)
      .execute()
    for (const relation of relations) subjects.set(relation, await subjectIn(relation))
  })

  /** A session that has begun and whose client has asked to be admitted. */
  async function subjectIn(relation: Relation): Promise<Subject> {
    const { id } = await subjectFor(stack, actor, 'session', relation)
    const { user_id, organization_id } = await stack.db
      .selectFrom('sessions')
      .select(['user_id', 'organization_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await askIn(stack, await secretFor(stack, id, user_id))
    const admission = await stack.db
      .selectFrom('admissions')
      .select('id')
      .where('session_id', '=', id)
      .executeTakeFirstOrThrow()
    return { sessionId: id, userId: user_id, organizationId: organization_id, admissionId: admission.id }
  }

  test('sees only the people who wait for their own calls [WIRE-11]', async () => {
    const { status, body } = await stack.as(actor.person).get('/calls/waiting')
    const told = status === 200 ? body.response.map(({ id }: { id: string }) => id) : []
    expect(told).toEqual(level === 'Client' ? [] : [subjects.get('own')?.admissionId])
  })

  test.each(Object.entries(rows))('gets the right answer of %s by relation [WIRE-11]', async (name, row) => {
    const entry = table[name] ?? expect.fail(`${name} is no route`)
    const told: Record<string, string> = {}
    for (const [relation, subject] of subjects) {
      const { status, code } = await sendRoute(stack, entry, row.input(subject), actor)
      told[relation] = status === 200 ? 'done' : (code ?? `status ${status}`)
    }
    expect(told).toEqual(Object.fromEntries(relations.map((relation) => [relation, expected(row, relation)])))

    function expected({ own, seen, unseen }: Row, relation: Relation): string {
      if (level === 'Client' || (name === 'getAggregates' && level === 'Coach')) return 'level_too_low'
      if (name === 'getAggregates' && relation === 'same organization') return 'done'
      if (relation === 'own') return own
      return sees[level].includes(relation) ? seen : unseen
    }
  })
})
