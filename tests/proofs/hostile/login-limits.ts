import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { randomFrom } from '../../../scripts/database/world.ts'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import { linkIn, mailTo } from '../../support/mail/mail.ts'
import { password } from '../../support/make.ts'
import { startWorker } from '../../support/engines/processes.ts'
import { startPair, type Pair } from '../pair.ts'
import { openFigures, type Figures, type ProofOptions } from '../proof.ts'

export const about =
  'Of 1,000 wrong passwords from 50 addresses on one account over two API processes, at most the configured number is checked, and the owner still gets in by the emailed link.'

const sizes = { full: { tries: 1000, addresses: 50 }, short: { tries: 60, addresses: 10 } }
const triesMax = 10
const personScript = join(import.meta.dirname, '../../../scripts/person.ts')

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const choose = randomFrom(seed)
  await using pair = await startPair({ PARLEY_LOGIN_TRIES_MAX: String(triesMax) })
  await using _worker = await startWorker({
    databaseUrl: pair.databaseUrl,
    redisUrl: pair.redis.url,
    settings: { SMTP_URL: addresses(herePlaces()).mail.smtpUrl, PARLEY_ORIGIN: pair.apis[0].url },
  })
  const proveOne = async (checkedMax: number, midway?: () => Promise<void>) => {
    const username = await newAccount(pair)
    const guesses = shuffled(guessesOf(pair, sizes[size]), choose)
    await proveTries(pair, { username, guesses, checkedMax, midway }, figures)
    await proveOwner(pair, username, figures)
  }
  say('Two API processes with Redis:')
  await proveOne(triesMax)
  say('Redis killed (SIGKILL) in the middle of it, so that each process counts for itself from there on:')
  await proveOne(triesMax * (1 + pair.apis.length), () => pair.redis.stop('SIGKILL'))
  say('Without Redis from the beginning:')
  await proveOne(triesMax * pair.apis.length)
  return figures.all
}

interface Attack {
  username: string
  guesses: readonly Caller[]
  checkedMax: number
  midway?: (() => Promise<void>) | undefined
}

/** Sends the tries concurrently, in two halves; `midway` can kill an engine while the first half is in flight. */
async function proveTries(pair: Pair, { username, guesses, checkedMax, midway }: Attack, figures: Figures) {
  const before = await checksOf(pair)
  const half = guesses.length / 2
  const send = (some: readonly Caller[]) =>
    some.map((caller, i) => login(caller, { username, password: `a wrong guess ${i}` }))
  const first = send(guesses.slice(0, half))
  if (midway) await Promise.all([Promise.race(first), midway()])
  const answers = await Promise.all([...first, ...send(guesses.slice(half))])
  const wrong = answers.filter(({ status, code }) => status === 401 && code === 'wrong_credentials').length
  const refused = answers.filter(isRefused).length
  figures.atMost(`passwords checked, of ${guesses.length} tried`, (await checksOf(pair)) - before, checkedMax)
  figures.exactly('answered 401, or 429 use_link with Retry-After', wrong + refused, guesses.length)

  const rights = await Promise.all(pair.apis.map(({ url }) => login(browser(url), { username, password })))
  figures.exactly(
    'processes that refuse the right password too',
    rights.filter(isRefused).length,
    pair.apis.length,
  )
}

/** The emailed link lifts the limit for the browser that opened it, on every process, and for no other [AUTH-23]. */
async function proveOwner(pair: Pair, username: string, figures: Figures): Promise<void> {
  const [first] = pair.apis
  const owner = browser(first.url)
  const somebody = browser(first.url)
  await openLink(owner, await mailedLinkFor(owner, username))
  await openLink(somebody, await linkFor(pair, await newAccount(pair)))
  const everywhere = (caller: Caller, secret: string) =>
    Promise.all(pair.apis.map(({ url }) => login({ ...caller, url }, { username, password: secret })))
  const count = (answers: Answer[], status: number) =>
    answers.filter((answer) => answer.status === status).length
  const all = pair.apis.length
  figures.exactly(
    "processes that let the owner's browser in by the emailed link",
    count(await everywhere(owner, password), 200),
    all,
  )
  const others = [
    ...(await everywhere(somebody, password)),
    ...(await everywhere(browser(first.url), password)),
  ]
  figures.exactly('other browsers that are still refused', others.filter(isRefused).length, 2 * all)

  const link = await linkFor(pair, username)
  const newPassword = 'a lantern by the quay'
  const set = await call(owner, '/api/auth/set-password', { token: link, password: newPassword })
  figures.exactly('a new password set by a printed link', set.status, 200)
  figures.exactly(
    'processes that take it from the owner',
    count(await everywhere(owner, newPassword), 200),
    all,
  )
}

interface Caller {
  url: string
  /** The source address: any 127.x.y.z is this machine. */
  address: string
  cookie?: string
}

interface Answer {
  status: number
  code?: string
  retryAfter: number
  cookie?: string | undefined
}

const isRefused = ({ status, code, retryAfter }: Answer) =>
  status === 429 && code === 'use_link' && retryAfter > 0

const browser = (url: string): Caller => ({ url, address: '127.0.1.1' })

/** Spreads the tries evenly over addresses and processes. */
function guessesOf({ apis }: Pair, { tries, addresses }: { tries: number; addresses: number }): Caller[] {
  return Array.from({ length: tries }, (_, i) => ({
    url: apis[i % apis.length]?.url ?? '',
    address: `127.0.0.${2 + (Math.floor(i / apis.length) % addresses)}`,
  }))
}

function shuffled<T>(list: readonly T[], choose: () => number): T[] {
  return list
    .map((value) => ({ value, place: choose() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}

async function newAccount(pair: Pair): Promise<string> {
  const { id, username } = await pair.make.person({ level: 'Super' })
  await pair.make.passwordFor(id)
  return username
}

async function checksOf({ apis }: Pair): Promise<number> {
  const counts = await Promise.all(apis.map((api) => api.counter('parley_password_checks_total')))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Gets a link by email through 'Can't log in?', as a locked-out person would. */
async function mailedLinkFor(caller: Caller, username: string): Promise<string> {
  const asked = await call(caller, '/api/auth/forgot-password', { name: username })
  if (asked.status !== 200) throw new Error(`forgot-password was answered ${asked.status}`)
  const [mail] = await mailTo(`${username}@example.test`)
  return linkIn(mail, 'set-password')
}

/** Prints a link with the operator's script, as an operator does for a locked-out person. */
async function linkFor(pair: Pair, username: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [personScript, 'link', username], {
    env: { PATH: process.env.PATH, DATABASE_URL: pair.databaseUrl, PARLEY_ORIGIN: pair.apis[0].url },
  })
  const token = /\/set-password\/([\w-]+)/.exec(stdout)?.[1]
  if (!token) throw new Error(`no link was printed: ${stdout}`)
  return token
}

async function openLink(caller: Caller, token: string): Promise<void> {
  const answer = await call(caller, '/api/auth/password-link', { token })
  if (answer.status !== 200 || !answer.cookie) throw new Error(`the link was answered ${answer.status}`)
  caller.cookie = answer.cookie
}

const login = (caller: Caller, given: { username: string; password: string }) =>
  call(caller, '/api/auth/login', given)

/** Sends a request from the caller's own address, which `fetch` cannot choose. */
async function call({ url, address, cookie }: Caller, path: string, body: object): Promise<Answer> {
  const sent = request(`${url}${path}`, {
    method: 'POST',
    localAddress: address,
    agent: false,
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
  })
  sent.end(JSON.stringify(body))
  // The first argument of the 'response' event is the response.
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  // The API always answers with an object; only errors have a code.
  const { code } = (await json(reply)) as { code?: string }
  return {
    status: reply.statusCode ?? 0,
    ...(code ? { code } : {}),
    retryAfter: Number(reply.headers['retry-after'] ?? 0),
    cookie: reply.headers['set-cookie']?.[0]?.split(';')[0],
  }
}
