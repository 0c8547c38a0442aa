import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { callLaunch } from '../../support/browsers/browser-launch.ts'
import { matchWholeTexts } from '../../support/journeys/exact-text.ts'
import { watchFlow, type Heard } from '../../support/browsers/flow-watch.ts'
import type { Namespace } from '../../support/relays/namespace.ts'

export interface CallBrowser extends AsyncDisposable {
  name: string
  page: Page
  /** Leaves the current call and joins the one of another session. */
  enter: (sessionId: string) => Promise<void>
  /** Everything that this person has seen and heard since that moment. */
  since: (moment: number) => Promise<Heard[]>
  /** When sound or picture first arrived after `since`, over the given connection or a later one. */
  first: (what: Heard['what'], since: number, connection?: number) => Promise<number>
  /** How many connections the page has made so far. */
  connections: () => Promise<number>
  say: (text: string) => Promise<void>
  messages: () => Promise<string[]>
}

interface CallBrowserOptions {
  origin: string
  token: string
  name: string
  sessionId: string
  /** The network namespace that the browser runs in, if not the machine's own. */
  line?: Namespace
  /** A normal page size by default. A smaller one saves CPU: pages are rendered even if nobody looks at them. */
  viewport?: { width: number; height: number }
}

const patienceMs = 60_000
const backMs = 90_000

/** Opens a person's call in a separate browser process: in a shared one, two pages share a camera, which stops at times. */
export async function enterInBrowser({
  origin,
  token,
  name,
  sessionId,
  line,
  viewport = { width: 1280, height: 720 },
}: CallBrowserOptions): Promise<CallBrowser> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'parley-browser-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const starter = join(folder, 'browser')
  const command = [...(line?.enter ?? []), callLaunch.executablePath].join(' ')
  await writeFile(starter, `#!/bin/sh\nexec ${command} "$@"\n`)
  await chmod(starter, 0o755)
  const browser = await chromium.launch({
    executablePath: starter,
    // Everybody uses the loopback address, which browsers treat as secure; without a secure origin there is no camera.
    args: [...callLaunch.args, ...(line ? [`--host-resolver-rules=MAP 127.0.0.1 ${line.address}`] : [])],
  })
  stack.defer(() => browser.close())
  const context = await browser.newContext({ baseURL: origin, viewport })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  matchWholeTexts(page)
  await page.addInitScript((value) => localStorage.setItem('parley.token', value), token)
  await page.addInitScript(watchFlow)
  const enter = async (id: string) => {
    await page.goto(`/session/${id}/join`)
    await page.getByRole('button', { name: 'Join Session' }).click()
    await page.getByRole('button', { name: 'Leave the call' }).waitFor()
    await page.getByRole('button', { name: /^Open chat/ }).click()
  }
  await enter(sessionId)
  const box = page.getByRole('textbox', { name: 'Write to everyone in the call' })
  const owned = stack.move()
  return {
    name,
    page,
    enter,
    since: (moment) => page.evaluate((from) => window.flow.heard.filter(({ at }) => at > from), moment),
    first: async (what, since, connection = 0) => {
      const found = await page.waitForFunction(
        (asked) =>
          window.flow.heard.find(
            (each) =>
              each.at > asked.since && each.what === asked.what && each.connection >= asked.connection,
          )?.at,
        { what, since, connection },
        { polling: 200, timeout: backMs },
      )
      return (await found.jsonValue()) ?? 0
    },
    connections: () => page.evaluate(() => window.flow.connections.length),
    say: async (text) => {
      await box.fill(text)
      await box.press('Enter')
    },
    messages: () =>
      page
        .getByRole('log', { name: 'Messages' })
        .getByText(/^word \d+ of /)
        .allTextContents(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
