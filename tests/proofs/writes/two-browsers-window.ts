import type { Browser, BrowserContext, Page } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../support/eventually.ts'
import { tcpCut } from '../../support/relays/tcp-cut.ts'

interface WindowOptions {
  name: string
  token: string
  url: string
}

export type Window = Awaited<ReturnType<typeof openWindow>>

/** A signed-in person's browser window on a network that can be cut. */
export async function openWindow(browser: Browser, { name, token, url }: WindowOptions) {
  await using stack = new AsyncDisposableStack()
  const relay = stack.use(await tcpCut({ host: '127.0.0.1', port: Number(new URL(url).port) }))
  const enter = async () => {
    const context = await browser.newContext({
      baseURL: `http://127.0.0.1:${relay.port}`,
      locale: 'en-US',
      timezoneId: 'America/New_York',
      viewport: { width: 1280, height: 900 },
    })
    await context.addInitScript((value) => localStorage.setItem('parley.token', value), token)
    return context
  }
  const context = stack.adopt(await enter(), closed)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => {
    // Ignore the browser's own messages about failed and refused requests.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(`${name}: ${message.text().slice(0, 300)}`)
  })
  page.on('pageerror', (error) => errors.push(`${name}: ${error.message}`))
  page.on('dialog', (dialog) => void dialog.accept())
  const devtools = await context.newCDPSession(page)
  await page.goto('/sessions')

  const path = () => {
    const { pathname, search } = new URL(page.url())
    return `${pathname}${search}`
  }
  const owned = stack.move()
  return {
    name,
    page,
    errors,
    path,
    /** Cuts the network for that long. */
    cut: async (ms: number) => {
      relay.cut()
      await pause(ms)
      relay.join()
    },
    /** Freezes the page, as a browser does with a background tab. */
    sleep: async (ms: number) => {
      await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
      await pause(ms)
      await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    },
    /** Waits until nothing shows that it loads or saves; returns what still does after that time, or ''. */
    settled: async (ms: number): Promise<string> => {
      let waiting = ''
      const isStill = async () => (waiting = await waitingOn(page)) === ''
      await eventually(isStill, Boolean, ms).catch(() => {})
      return waiting
    },
    text: () => textOf(page),
    /** The text of the same page in a new window. */
    freshText: async () => {
      await using own = new AsyncDisposableStack()
      const fresh = await own.adopt(await enter(), closed).newPage()
      await fresh.goto(path())
      await eventually(async () => (await waitingOn(fresh)) === '', Boolean, 20_000)
      return await textOf(fresh)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const closed = (context: BrowserContext): Promise<void> => context.close()

const waitingOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    if (!main?.innerText.trim()) return 'an empty page'
    const found = document.querySelector(
      '[aria-busy=true], main .animate-appear.bg-sunken, [role=progressbar]',
    )
    const text = /Saving…?|Loading…?|No connection|Live updates are down/.exec(document.body.innerText)?.[0]
    return found ? `${found.tagName.toLowerCase()} ${found.className}`.slice(0, 100) : (text ?? '')
  })

/** The visible text of the page, without durations that change with the clock. */
const textOf = (page: Page): Promise<string> =>
  page
    .locator('main')
    .innerText()
    .then((text) =>
      text
        .split('\n')
        .map((line) => line.replaceAll(/\d+ (?:seconds?|minutes?|min|hours?|h)\b/g, '…').trim())
        .filter(Boolean)
        .join('\n'),
    )
