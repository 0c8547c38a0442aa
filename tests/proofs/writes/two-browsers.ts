import { chromium, type Browser } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../../../scripts/database/world.ts'
import { buildWebIfStale } from '../../../scripts/web-build.ts'
import { browserLaunch } from '../../support/browsers/browser-launch.ts'
import { eventually } from '../../support/eventually.ts'
import type { TestPerson } from '../../support/make.ts'
import { acceptTerms } from '../../support/worlds/terms.ts'
import { startPair, type Pair } from '../pair.ts'
import { openFigures, type ProofOptions } from '../proof.ts'
import { actAtRandom, type Acting } from './two-browsers-acts.ts'
import { openWindow, type Window } from './two-browsers-window.ts'

export const about =
  'When a coach and an OrgAdmin act at random in two browsers with reloads, sleeping tabs and cuts, there is no console error, nothing waits forever, no input is lost, and both screens end equal to the server.'

/** Its short form acts for 12 s, which finds nothing that the journeys miss. */
export const isNightly = true

/** How often both browsers are compared with the server, and how long they act before each comparison. */
const sizes = { full: { looks: 15, actMs: 60_000, booked: 5 }, short: { looks: 1, actMs: 12_000, booked: 0 } }
/** The longest that a screen may stay behind the server once the network is back. */
const settledMs = 20_000
/**
 * The longest that anything may show that it loads or saves. After many cuts the live channel retries within 30 s
 * (`backOffMs` in apps/web/src/platform/live/stream.ts), and then needs a moment.
 */
const stillMs = 45_000

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const { looks, actMs, booked: leastBooked } = sizes[size]
  const choose = randomFrom(seed)
  buildWebIfStale()
  await using stack = new AsyncDisposableStack()
  const pair = stack.use(await startPair())
  const browser = await chromium.launch(browserLaunch)
  stack.defer(() => browser.close())
  const windows = await openWindows(pair, browser, stack)
  const booked = { told: new Set<string>(), tried: 0 }
  const acting = windows.map((window): Acting => ({
    window,
    choose: randomFrom(Math.floor(choose() * 2 ** 31)),
    booked,
    lost: [],
  }))

  say(`${looks} times ${actMs / 1000} s of acts in two browsers, each on its own API process:`)
  const sum = { acts: 0, stuck: [] as string[], unlike: [] as string[] }
  for (let look = 0; look < looks; look += 1) {
    const until = performance.now() + actMs
    const done = await Promise.all(acting.map((one) => actUntil(one, until)))
    sum.acts += done.reduce((all, n) => all + n, 0)
    for (const window of windows) {
      const waiting = await window.settled(stillMs)
      if (waiting !== '') sum.stuck.push(`${window.name} at ${window.path()}: ${waiting}`)
    }
    for (const window of windows) {
      const difference = await differenceFromFresh(window)
      if (difference !== '') sum.unlike.push(`${window.name} at ${window.path()}: ${difference}`)
    }
    say(`  ${look + 1}: ${sum.acts} acts, ${booked.told.size} told as booked of ${booked.tried} tried`)
  }

  const titles = await pair.db.selectFrom('sessions').select('title').execute()
  const kept = titles.map(({ title }) => title.split(' ')[0] ?? '')
  const told = [...booked.told]
  figures.atLeast('acts', sum.acts, looks * 2)
  // Acts that find nothing to click are skipped, so check here that some were done at all.
  figures.atLeast('bookings told', told.length, leastBooked)
  figures.exactly('console errors', list(windows.flatMap(({ errors }) => errors)), 'none')
  figures.exactly('what still loaded or saved', list(sum.stuck), 'none')
  figures.exactly('input that was lost', list(acting.flatMap(({ lost }) => lost)), 'none')
  figures.exactly('bookings told and not there', list(told.filter((mark) => !kept.includes(mark))), 'none')
  figures.exactly('bookings there twice', list(repeated(kept)), 'none')
  figures.exactly('screens unlike the server', list(sum.unlike), 'none')
  return figures.all
}

const list = (found: readonly string[]): string => [...new Set(found)].join('; ') || 'none'
const repeated = (marks: readonly string[]): string[] =>
  marks.filter((mark, i) => /^[co]\d+$/.test(mark) && marks.indexOf(mark) !== i)

async function actUntil(acting: Acting, until: number): Promise<number> {
  let acts = 0
  while (performance.now() < until) {
    await actAtRandom(acting)
    acts += 1
    await pause(acting.choose() * 400)
  }
  return acts
}

/** Compares the window with a new browser window at the same address, which shows what the server has. */
async function differenceFromFresh(window: Window): Promise<string> {
  let [held, fresh] = ['', '']
  const isEqual = async () => {
    held = await window.text()
    fresh = await window.freshText()
    return held === fresh
  }
  await eventually(isEqual, Boolean, settledMs).catch(() => {})
  return held === fresh ? '' : firstDifference(held, fresh)
}

function firstDifference(held: string, fresh: string): string {
  const [ours, theirs] = [held.split('\n'), fresh.split('\n')]
  const at = ours.findIndex((line, i) => line !== theirs[i])
  return `'${ours[at] ?? ''}' where the server has '${theirs[at] ?? ''}'`
}

/** Opens windows of a coach, who has clients and some calls that have begun, and of the organization's OrgAdmin. */
async function openWindows(pair: Pair, browser: Browser, stack: AsyncDisposableStack): Promise<Window[]> {
  const { make } = pair
  const organization_id = (await make.organization({ display_name: 'Harbor Coaching' })).id
  const coach = await make.person({ level: 'Coach', organization_id, first_name: 'Ingrid' })
  const admin = await make.person({ level: 'OrgAdmin', organization_id, first_name: 'Helena' })
  const quarter = 900_000
  const base = Math.floor(Date.now() / quarter) * quarter
  for (const [i, first_name] of ['Priya', 'Tomás', 'Kwame', 'Noor'].entries()) {
    const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id, first_name })
    for (let n = 0; n < 3; n += 1)
      await make.session({
        coach,
        client,
        start: new Date(base - (4 * n + i + 1) * 4 * quarter).toISOString(),
        title: `Talk ${i} ${n}`,
      })
  }
  const open = async (name: string, person: TestPerson, api: { url: string } | undefined) => {
    await acceptTerms(pair, person.id)
    return stack.use(await openWindow(browser, { name, token: person.token, url: api?.url ?? '' }))
  }
  return [await open('c', coach, pair.apis[0]), await open('o', admin, pair.apis[1])]
}
