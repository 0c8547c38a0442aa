import { randomUUID } from 'node:crypto'
import type { Route } from '@parley/contract/wire/route.ts'
import { table } from '@parley/contract/table.ts'
import { enterCall, signalling } from '../../support/calls/call-people.ts'
import { password, type TestPerson } from '../../support/make.ts'
import { formOf, formType } from '../../support/sample-files.ts'
import { peopleWorld } from '../../support/worlds/people-world.ts'
import type { Stack } from '../../support/stack.ts'
import { placesIn, withWords } from './erasure-words.ts'

interface RequestInput {
  as: TestPerson | undefined
  params?: Record<string, string>
  body?: unknown
  query?: Record<string, string>
  status?: number
  /** Fields of this route that hold no words of people. */
  keep?: readonly string[]
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** A client with a running session and a past one, and people of another organization. */
export async function openWorld(stack: Stack) {
  const people = await peopleWorld(stack)
  const { coach, client } = people
  const session = async (minutes: number) => {
    const from = stack.clock.now() + minutes * 60_000
    await stack.db.deleteFrom('session_busy').execute()
    return stack.make.session({ coach, client, start: new Date(from).toISOString() })
  }
  await stack.make.passwordFor(coach.id)
  await stack.db.updateTable('people').set({ is_assessor: true }).where('privs', '>', 0).execute()
  return { ...people, running: await session(-15), over: await session(-600) }
}

/** The next full hour; sessions start on quarters of an hour. */
export const nextHour = (stack: Stack): number => Math.ceil(stack.clock.now() / 3_600_000) * 3_600_000

/** How to call each route that takes people's words, or why it stores none of them. A missing route is a failure. */
const calls: Record<string, ((world: World, stack: Stack) => RequestInput | Promise<RequestInput>) | string> =
  {
    acceptTerms: 'the version of the terms',
    changeEmail: ({ coach }) => ({ as: coach, body: { email: '', password }, keep: ['body.password'] }),
    changePassword: 'passwords, which are stored as hashes',
    confirmEmail: 'the secret of a link',
    confirmSecondFactor: 'a code',
    forgotPassword: () => ({ as: undefined, body: { name: '' } }),
    login: () => ({ as: undefined, body: { username: '', password: 'x' }, keep: ['body.code'], status: 401 }),
    newRecoveryCodes: 'a password',
    openEmailLink: 'the secret of a link',
    openPasswordLink: 'the secret of a link',
    removeSecondFactor: 'a password',
    setPassword: 'the secret of a link, and a password',
    startSecondFactor: 'a password',
    createProfile: ({ orgAdmin, coach }) => ({ as: orgAdmin, body: { attributes: { coach_id: coach.id } } }),
    updateProfile: ({ orgAdmin, client }) => ({
      as: orgAdmin,
      params: { id: client.id },
      body: { attributes: {} },
    }),
    createOrganization: 'the organization’s own',
    updateOrganization: 'the organization’s own',
    correctSession: async ({ orgAdmin, coach, over }, stack) => {
      await stack.as(coach).post(`/sessions/complete/${over.id}`)
      return { as: orgAdmin, params: { id: over.id }, body: { status: 'NoShow', reason: '' } }
    },
    createSession: ({ coach, client }, stack) => ({
      as: coach,
      body: {
        coach_id: coach.id,
        user_id: client.id,
        start_time: new Date(nextHour(stack) + 86_400_000).toISOString(),
        end_time: new Date(nextHour(stack) + 90_000_000).toISOString(),
      },
    }),
    updateSession: ({ coach, running }) => ({ as: coach, params: { id: running.id }, body: {} }),
    askIn: 'the version of the terms',
    guestCalendarFile: 'the name of a zone',
    reportCall: ({ coach, running }) => ({
      as: coach,
      params: { id: running.id },
      body: {
        kinds: ['sound'],
        statistics: { samples: [], changes: [{ at: '2026-11-16T14:00:00.000Z' }] },
      },
    }),
    sendMessage: ({ coach, running }) => ({
      as: coach,
      params: { sessionId: running.id },
      body: { client_id: randomUUID() },
    }),
    connectStream: 'what a browser offers to the host of an application',
    saveMoment: ({ coach, client, running }) => ({
      as: coach,
      params: { sessionId: running.id, userId: client.id, momentId: randomUUID() },
      body: { tags: [0, 'clarity', 'opening', 'purpose-early'], at: running.start_time.toISOString() },
    }),
    placeHold: ({ admin, coach }, stack) => ({
      as: admin,
      body: { of: { person: coach.id }, until: new Date(stack.clock.now() + 86_400_000).toISOString() },
    }),
    reportWebError: 'an error of the page, which is the software’s',
    // `plantByHand` plants its file name and bytes.
    startImport: 'below',
    countProfiles: seeking(),
    filterProfiles: seeking(),
    listAdmins: seeking(),
    listClients: seeking(),
    listCoaches: seeking(),
    listProfiles: seeking(),
    listOrganizations: seeking(),
    exportSessions: seeking(),
    filterSessions: seeking(),
    listSessions: seeking(),
    listReports: seeking(),
    auditFile: seeking(),
    listAudit: seeking(),
    listMails: seeking(),
    listImportRows: 'the rows of a file, which is planted below',
    listInvoices: 'the number of an invoice',
  }

/** Search words are part of the URL. */
function seeking(): (world: World) => RequestInput {
  return ({ superUser }) => ({ as: superUser })
}

/** Creates unique words, and remembers where each was written. */
export function openWords(tag: string) {
  const words = new Map<string, string>()
  return {
    begin: `quokka${tag}`,
    placeOf: (word: string) => words.get(word) ?? 'nowhere',
    all: words,
    next: (place: string): string => {
      const word = `quokka${tag}${String(words.size).padStart(3, '0')}`
      words.set(word, place)
      return word
    },
  }
}

export type Words = ReturnType<typeof openWords>

const textOf = (place: string, word: string): string => {
  if (/email$/i.test(place)) return `${word}@example.test`
  return place.endsWith('username') ? word : `About ${word}, "quoted" & <tagged>`
}

/** Plants words in every text field that the routes' schemas have, so that new fields are covered automatically. */
export async function plantAll(stack: Stack, world: World, words: Words): Promise<string[]> {
  const failed: string[] = []
  for (const [name, entry] of Object.entries(table)) {
    const places = placesIn(entry)
    if (places.length === 0) continue
    const call = calls[name]
    if (call === undefined) failed.push(`${name}: nothing says how people write in ${places.join(', ')}`)
    if (typeof call !== 'function') continue
    const { keep = [], ...given } = await call(world, stack)
    const planted = places.filter((place) => !keep.includes(place))
    const filled = new Map(planted.map((place) => [place, textOf(place, words.next(`${name} ${place}`))]))
    const status = await send(stack, entry, {
      ...given,
      body: withWords(given.body, filled, 'body'),
      query: withWords(given.query, filled, 'query') as Record<string, string> | undefined,
    })
    if (status !== (given.status ?? 200)) failed.push(`${name}: ${String(status)}`)
  }
  return [...failed, ...(await plantByHand(stack, world, words))]
}

async function send(
  stack: Stack,
  entry: Route,
  { as, params = {}, body, query }: Partial<RequestInput>,
): Promise<number> {
  const path = entry.path.replaceAll(/:([a-zA-Z_]+)/g, (_, key: string) => params[key] ?? 'missing')
  const reply = await stack.app.inject({
    method: entry.method,
    url: `/api${path}`,
    ...(query && { query }),
    headers: {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return reply.statusCode
}

/** Plants words that no schema describes: file bytes, assessment notes, a user agent, an idempotency key. */
async function plantByHand(stack: Stack, world: World, words: Words): Promise<string[]> {
  const { coach, client, orgAdmin, running } = world
  const failed: string[] = []
  const check = (what: string, { status }: { status: number }, expected = 200) => {
    if (status !== expected) failed.push(`${what}: ${String(status)}`)
  }
  const name = `${words.next('sendFile filename')}.txt`
  const bytes = Buffer.from(`Notes about ${words.next('sendFile bytes')}.\n`.repeat(50))
  check('sendFile', await stack.as(coach).upload(`/chat/${running.id}/files`, formOf(name, bytes), formType))
  const scored = `/assessment/${running.id}/${client.id}`
  check(
    'saveAnswer',
    await stack.as(coach).post(scored, { tags: [0, 'notes'], data: words.next('saveAnswer data') }),
  )
  const told = { ...signInOf(coach), headers: { 'user-agent': words.next('the browser of a sign-in') } }
  const signedIn = await stack.app.inject({ method: 'POST', url: '/api/auth/login', ...told })
  check('login', { status: signedIn.statusCode })
  const key = { 'idempotency-key': words.next('the key of a call').padEnd(36, '0') }
  check('copy-link', await stack.as(coach).post(`/sessions/copy-link/${running.id}`, {}, key))
  // The second attempt is refused by the database, and its error names the row.
  const twice = words.next('a username that is taken')
  for (const status of [200, 400]) {
    const attributes = {
      first_name: 'Ines',
      last_name: 'Moreau',
      username: twice,
      email: `${twice}@example.test`,
    }
    check('createProfile', await stack.as(orgAdmin).post('/profiles/', { attributes }), status)
  }
  const joined = await stack.as(coach).get(`/sessions/join/${running.id}`)
  const inCall = await enterCall(signalling, joined.body.response.twilio_token)
  await inCall.leave()
  const { username } = await stack.db
    .selectFrom('people')
    .select('username')
    .where('id', '=', client.id)
    .executeTakeFirstOrThrow()
  const row = (more: string) =>
    `${words.next(`import first_name ${more}`)},${words.next(`import last_name ${more}`)}`
  const csv = [
    'first_name,last_name,username,email',
    `${row('good')},${words.next('import username good')},${words.next('import email good')}@example.test`,
    // Refused, because the username belongs to the client.
    `${row('refused')},${username},${words.next('import email refused')}@example.test`,
  ].join('\n')
  const filename = `${words.next('startImport filename')}.csv`
  const started = await stack
    .as(orgAdmin)
    .upload(`/imports?filename=${filename}`, Buffer.from(csv), 'text/csv')
  check('startImport', started)
  await stack.runJobs()
  check('runImport', await stack.as(orgAdmin).post(`/imports/run/${String(started.body.response?.id)}`))
  await stack.runJobs()
  return failed
}

const signInOf = ({ username }: TestPerson) => ({ payload: { username, password } })
