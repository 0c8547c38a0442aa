import { chromium } from '@playwright/test'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { guestUrl } from '@parley/api/features/sessions/guests/guest-links.ts'
import { openDatabase } from '@parley/api/platform/database/database.ts'
import { addresses, herePlaces } from '../../scripts/engines/places.ts'
import { buildWebIfStale } from '../../scripts/web-build.ts'
import { browserLaunch } from '../support/browsers/browser-launch.ts'
import { cloneDatabase } from '../support/database.ts'
import { makers } from '../support/make.ts'
import { medianOf } from '../support/measure/statistics.ts'
import { freePort, startApi, testLinkKey } from '../support/engines/processes.ts'
import { acceptTerms } from '../support/worlds/terms.ts'
import type { Line, MeasureOptions } from './measurement.ts'

const limit = 95
/** The guest page shows its content only after its requests, which are slow on a phone's network. */
const limits: Record<string, number> = { 'guest-page, telephone, performance': 90 }
/** One run says little on a shared machine, so the median of five counts (docs/rules.md §10). */
const runs = 5
const categories = ['performance', 'accessibility', 'best-practices'] as const
type Scores = Record<(typeof categories)[number], number>

/** Lighthouse simulates a slow phone on a slow network by default. */
const screens = { telephone: [], desktop: ['--preset=desktop'] }

type PageName = 'login-page' | 'guest-page' | 'update-notes' | 'help' | 'training'

/** Runs Lighthouse on these pages as phone and as desktop, with the built web served by our API process. */
export async function measurePages(names: readonly PageName[], { say }: MeasureOptions): Promise<Line[]> {
  buildWebIfStale()
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const redisUrl = addresses(herePlaces()).redis.url
  const api = stack.use(await startApi({ databaseUrl: cloned.appUrl, redisUrl }))
  const world = await makeWorld(cloned.appUrl)
  const signedIn = stack.use(await openSignedIn(api.url, world.token))
  const pages: Record<PageName, [path: string, more: readonly string[]]> = {
    'login-page': ['/login', []],
    'guest-page': [world.guestPath, []],
    'update-notes': ['/changes', []],
    help: ['/help', signedIn.options],
    training: ['/training', signedIn.options],
  }
  const lines: Line[] = []
  for (const page of names) {
    const [path, more] = pages[page]
    for (const [screen, options] of Object.entries(screens)) {
      const scores = await medianScores(async () => {
        const one = await runLighthouse(`${api.url}${path}`, [...options, ...more])
        say(`  ${page}, ${screen}: ${categories.map((name) => `${name} ${one[name]}`).join(', ')}`)
        return one
      })
      lines.push(...categories.map((name) => lineOf(`${page}, ${screen}, ${name}`, scores[name])))
    }
  }
  return lines
}

/** Opens a browser with a coach signed in, for Lighthouse to use. */
async function openSignedIn(origin: string, token: string) {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'parley-lighthouse-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(folder, {
    ...browserLaunch,
    args: [...browserLaunch.args, `--remote-debugging-port=${port}`],
  })
  stack.defer(() => context.close())
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.evaluate((value) => localStorage.setItem('parley.token', value), token)
  const owned = stack.move()
  return {
    options: [`--port=${port}`, '--disable-storage-reset'],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Makes a call in an hour. Returns its client's personal link and the coach's token. */
async function makeWorld(databaseUrl: string): Promise<{ guestPath: string; token: string }> {
  const database = openDatabase(databaseUrl, 1, () => {})
  const make = makers(database.db, Date.now)
  const { id: organization_id } = await make.organization({ display_name: 'Northlight Coaching' })
  const coach = await make.person({ level: 'Coach', organization_id, first_name: 'Dana' })
  const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id })
  const session = await make.session({ coach, client, start: new Date(Date.now() + 3_600_000).toISOString() })
  const given = { linkKey: Buffer.from(testLinkKey, 'base64'), origin: 'http://127.0.0.1' }
  await acceptTerms(database, coach.id)
  const url = await guestUrl(database.db, given, session.id, client.id)
  await database.close()
  if (url === undefined) throw new Error('the client of a session has a link')
  return { guestPath: new URL(url).pathname, token: coach.token }
}

function lineOf(name: string, score: number): Line {
  const least = limits[name] ?? limit
  return { name, ours: String(score), limit: `at least ${least}`, isGood: score >= least }
}

/** The median of five runs, one after the other, for each category. */
export async function medianScores(runOnce: () => Promise<Scores>): Promise<Scores> {
  const all: Scores[] = []
  for (let run = 0; run < runs; run += 1) all.push(await runOnce())
  const median = (name: keyof Scores) => medianOf(all.map((scores) => scores[name]))
  return {
    performance: median('performance'),
    accessibility: median('accessibility'),
    'best-practices': median('best-practices'),
  }
}

async function runLighthouse(url: string, more: readonly string[]): Promise<Scores> {
  const options = [
    '--output=json',
    '--quiet',
    `--only-categories=${categories.join(',')}`,
    // CI often runs as root, and Chromium's sandbox does not work as root.
    '--chrome-flags=--headless --no-sandbox',
    ...more,
  ]
  const { stdout } = await promisify(execFile)(
    join('node_modules', '.bin', 'lighthouse'),
    [url, ...options],
    {
      env: { CHROME_PATH: '/usr/bin/chromium-headless-shell', ...process.env },
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  // The result format that Lighthouse documents.
  const result = JSON.parse(stdout) as {
    categories: Record<string, { score: number | null }>
    runtimeError?: { message: string }
  }
  if (result.runtimeError) throw new Error(`Lighthouse: ${result.runtimeError.message}`)
  const score = (name: keyof Scores) => Math.round((result.categories[name]?.score ?? 0) * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
  }
}
