import { chromium, type Browser, type Page } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../../../scripts/database/world.ts'
import { buildWebIfStale } from '../../../scripts/web-build.ts'
import { browserLaunch } from '../../support/browsers/browser-launch.ts'
import { eventually } from '../../support/eventually.ts'
import type { TestPerson } from '../../support/make.ts'
import { startApi } from '../../support/engines/processes.ts'
import { acceptTerms } from '../../support/worlds/terms.ts'
import { startPair, type Pair } from '../pair.ts'
import { openFigures, type ProofOptions } from '../proof.ts'
import { readStored, type Edit } from './assessment-stored.ts'
import { openWindow, type Window } from './two-browsers-window.ts'

export const about =
  "While two people score one client in two browsers, with the network cut, an API process killed and pages reloaded at random, each answer is stored once and in order, no text is lost, and every 'Saved' on a screen is true."

export const promises = ['ASSESS-32']

/** `edits`: total of both scorers in each run. */
const sizes = { full: { runs: 50, edits: 500 }, short: { runs: 1, edits: 60 } }
const settledMs = 60_000

const criteria = [
  'clarity/opening/purpose-early',
  'clarity/opening/good-time',
  'clarity/facts/own-effect',
  'listening/presence/lets-finish',
]
const keys = [
  ['y', true],
  ['n', false],
  ['0', null],
] as const

/** One person in their browser window: their edits, and each time 'Saved' was shown too early (`lies`). */
interface Scorer {
  person: TestPerson
  window: Window
  choose: () => number
  edits: Edit[]
  words: { conversation: number; word: string }[]
  lies: string[]
  marksSeen: number
  reloads: number
}

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const { runs, edits } = sizes[size]
  const choose = randomFrom(seed)
  buildWebIfStale()
  await using stack = new AsyncDisposableStack()
  const pair = stack.use(await startPair())
  const browser = await chromium.launch(browserLaunch)
  stack.defer(() => browser.close())
  const organization_id = (await pair.make.organization({ display_name: 'Harbor Coaching' })).id
  const coach = await pair.make.person({ level: 'Coach', organization_id, first_name: 'Dana' })
  const admin = await pair.make.person({ level: 'OrgAdmin', organization_id, first_name: 'Ingrid' })
  await pair.db
    .updateTable('people')
    .set({ is_assessor: true })
    .where('id', 'in', [coach.id, admin.id])
    .execute()
  for (const { id } of [coach, admin]) await acceptTerms(pair, id)

  const sum = {
    edits: 0,
    cuts: 0,
    kills: 0,
    reloads: 0,
    marks: 0,
    lost: [] as string[],
    lies: [] as string[],
  }
  for (let run = 0; run < runs; run += 1) {
    const session = await makeSession(pair, coach, organization_id, run)
    await using own = new AsyncDisposableStack()
    const scorers = await openScorers(pair, browser, own, [coach, admin], choose)
    for (const { window } of scorers) await openSheet(window.page, session.id)
    const ended = new AbortController()
    const faults = { cuts: 0, kills: 0 }
    const faulting = makeFaults(pair, scorers, stack, choose, faults, ended.signal)
    const each = edits / scorers.length
    await Promise.all(scorers.map((scorer) => score(pair, scorer, session.id, each, faults)))
    ended.abort()
    await faulting
    for (const scorer of scorers) {
      await untilSaved(scorer.window.page)
      await lookAtMark(pair, scorer, session.id)
    }
    const lost = await readStored(pair.db, session.id, scorers, { isOver: true })
    sum.edits += scorers.reduce((all, { edits: done, words }) => all + done.length + words.length, 0)
    sum.cuts += faults.cuts
    sum.kills += faults.kills
    sum.reloads += scorers.reduce((all, { reloads }) => all + reloads, 0)
    sum.marks += scorers.reduce((all, { marksSeen }) => all + marksSeen, 0)
    sum.lost.push(...lost.map((each) => `run ${run + 1}: ${each}`))
    sum.lies.push(...scorers.flatMap(({ lies }) => lies.map((each) => `run ${run + 1}: ${each}`)))
    say(
      `  ${run + 1}: ${sum.edits} edits, ${sum.cuts} cuts, ${sum.kills} kills, ${sum.reloads} reloads, ${sum.marks} marks looked at`,
    )
  }
  figures.exactly('edits', sum.edits, runs * edits)
  figures.atLeast('cuts, kills and reloads', sum.cuts + sum.kills + sum.reloads, runs * 3)
  figures.atLeast("marks of 'Saved' looked at", sum.marks, 2 * runs)
  figures.exactly('what is lost, doubled or out of order', list(sum.lost), 'none')
  figures.exactly("'Saved' that was not true", list(sum.lies), 'none')
  return figures.all
}

const list = (found: readonly string[]): string => found.slice(0, 5).join('; ') || 'none'

async function makeSession(pair: Pair, coach: TestPerson, organization_id: string, run: number) {
  const client = await pair.make.person({ level: 'Client', organization_id, coach_id: coach.id })
  const start = new Date(Date.now() + (run + 1) * 86_400_000).toISOString()
  return pair.make.session({ coach, client, start })
}

async function openScorers(
  pair: Pair,
  browser: Browser,
  own: AsyncDisposableStack,
  people: readonly TestPerson[],
  choose: () => number,
): Promise<Scorer[]> {
  const scorers: Scorer[] = []
  for (const [i, person] of people.entries()) {
    const window = own.use(
      await openWindow(browser, { name: person.id, token: person.token, url: pair.apis[i]?.url ?? '' }),
    )
    const more = { edits: [], words: [], lies: [], marksSeen: 0, reloads: 0 }
    scorers.push({ person, window, choose: randomFrom(Math.floor(choose() * 2 ** 31)), ...more })
  }
  return scorers
}

const row = (path: string) => `[data-criterion="${path}"]`

async function openSheet(page: Page, sessionId: string): Promise<void> {
  // If the network is cut while the page loads, the browser shows its own error page, so try again.
  const open = async () => {
    await page.goto(`/session/${sessionId}/preview?tab=assessment`, { timeout: 10_000 })
    await page.locator(row(criteria[0] ?? '')).waitFor({ timeout: 10_000 })
    return 'open'
  }
  await eventually(
    () => open().catch(String),
    (state) => state === 'open',
    settledMs,
  )
}

interface Faults {
  cuts: number
  kills: number
}

async function score(
  pair: Pair,
  scorer: Scorer,
  sessionId: string,
  edits: number,
  faults: Faults,
): Promise<void> {
  const { window, choose } = scorer
  const { page } = window
  for (let i = 0; i < edits; i += 1) {
    // Wait for a fault before each further quarter of the edits, so that every quarter meets one.
    const due = Math.floor((4 * i) / edits)
    await eventually(() => faults.cuts + faults.kills >= due, Boolean, settledMs)
    if (choose() < 0.02) {
      scorer.reloads += 1
      await openSheet(page, sessionId)
    }
    const conversation = Math.floor(choose() * 2)
    const path = criteria[Math.floor(choose() * criteria.length)] ?? ''
    await page.locator(row(path)).focus()
    await page.keyboard.press(String(conversation + 1))
    if (choose() < 0.1) await write(scorer, conversation, i)
    else {
      const [key, value] = keys[Math.floor(choose() * keys.length)] ?? keys[0]
      await page.keyboard.press(key)
      scorer.edits.push({ conversation, path, value })
    }
    if (choose() < 0.1) await lookAtMark(pair, scorer, sessionId)
    await pause(choose() * 30)
  }
}

async function write(scorer: Scorer, conversation: number, i: number): Promise<void> {
  const { page } = scorer.window
  const word = `${scorer.person.id.slice(0, 4)}x${i}`
  const field = page.getByRole('textbox', { name: 'Overall' })
  await field.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(` ${word}`)
  scorer.words.push({ conversation, word })
}

/** While 'Saved' is shown, everything that this person has done must be stored on the server. */
async function lookAtMark(pair: Pair, scorer: Scorer, sessionId: string): Promise<void> {
  const isSaid = await scorer.window.page.getByText(/^Saved( |$)/).isVisible()
  if (!isSaid) return
  const { edits, words } = scorer
  scorer.marksSeen += 1
  const sofar = [{ ...scorer, edits: [...edits], words: [...words] }]
  const missing = await readStored(pair.db, sessionId, sofar, { isOver: false })
  scorer.lies.push(...missing)
}

const untilSaved = (page: Page) =>
  eventually(() => page.getByText(/^Saved( |$)/).isVisible(), Boolean, settledMs)

/** Cuts the network of a random scorer or kills their API process, and restores it, until the signal aborts. */
async function makeFaults(
  pair: Pair,
  scorers: readonly Scorer[],
  stack: AsyncDisposableStack,
  choose: () => number,
  made: Faults,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pause(300 + choose() * 2000, undefined, { signal }).catch(() => {})
    if (signal.aborted) break
    const i = Math.floor(choose() * scorers.length)
    if (choose() < 0.75) {
      made.cuts += 1
      await scorers[i]?.window.cut(200 + choose() * 2500)
    } else {
      made.kills += 1
      await restart(pair, i, stack)
    }
  }
}

async function restart(pair: Pair, i: number, stack: AsyncDisposableStack): Promise<void> {
  const api = pair.apis[i]
  if (!api) return
  await api.stop('SIGKILL')
  const at = Number(new URL(api.url).port)
  pair.apis[i] = stack.use(await startApi({ databaseUrl: pair.databaseUrl, redisUrl: pair.redis.url, at }))
}
