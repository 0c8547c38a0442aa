import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserType, Page } from '@playwright/test'
import { browserLaunch } from '../../tests/support/browsers/browser-launch.ts'
import { cutOff, keepConnections, plugIn } from '../../tests/support/journeys/two-in-call.ts'
import { nameDevices } from '../films/camera/device-names.ts'
import { clientLook, coachLook, type Look } from '../films/camera/looks.ts'
import { writeSpeech } from '../films/camera/speech.ts'
import { button, tileOf } from '../films/meeting.ts'
import { pictureName, themes, widths, type Pictures, type Width } from './pictures.ts'
import { callNow, type TourPortal } from './portal.ts'
import { reportGoodLine } from './good-signals.ts'
import { standClock } from './standing-clock.ts'
import { stillCamera, stillPortrait } from './still-camera.ts'
import { tourScreens } from './screens.ts'
import { tourContext } from './walk-pages.ts'

/** The voice is heard at once and then rests, so that no meter moves in a picture. */
const speechSeconds = 180
const spokenSeconds = 4

/** Walks through one call in two browsers, and photographs its states. */
export async function walkCall(
  chromium: BrowserType,
  painter: Browser,
  portal: TourPortal,
  pictures: Pictures,
): Promise<void> {
  portal.setClock(callNow)
  const dir = await mkdtemp(join(tmpdir(), 'parley-tour-'))
  const microphone = join(dir, 'voice.wav')
  await writeSpeech(microphone, [[0, spokenSeconds]], speechSeconds)
  const open = async (look: Look, token?: string) => {
    const browser = await chromium.launch({
      ...browserLaunch,
      args: [
        ...browserLaunch.args.filter((arg) => !arg.startsWith('--use-fake-device')),
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${await stillCamera(painter, look)}`,
        `--use-file-for-fake-audio-capture=${microphone}`,
      ],
    })
    return { browser, page: await callPage(browser, portal, token) }
  }
  const coach = await open(coachLook, portal.world.tokens.coach)
  const client = await open(clientLook)
  try {
    await meet(coach.page, client.page, portal, pictures)
    await talk(coach.page, client.page, pictures)
    await part(client.page, pictures)
  } catch (error) {
    await coach.page.screenshot({ path: join(dir, 'coach.png') })
    await client.page.screenshot({ path: join(dir, 'client.png') })
    console.error(`What both saw then is in ${dir}.`)
    throw error
  } finally {
    await coach.browser.close()
    await client.browser.close()
  }
  await rm(dir, { recursive: true })
}

async function callPage(browser: Browser, { origin }: TourPortal, token: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    ...tourContext(origin),
    viewport: widths[1440],
    // The portraits that are laid over videos are data.
    bypassCSP: true,
    ...(token !== undefined && {
      storageState: {
        cookies: [],
        origins: [{ origin, localStorage: [{ name: 'parley.token', value: token }] }],
      },
    }),
  })
  await context.addInitScript(standClock, callNow)
  await context.addInitScript(nameDevices)
  await context.addInitScript(reportGoodLine)
  await context.addInitScript(keepConnections)
  return context.newPage()
}

/** Photographs a state at both widths, and in both themes unless it is always dark. */
async function photograph(page: Page, id: string, pictures: Pictures): Promise<void> {
  const screen = tourScreens.find((one) => one.id === id)
  if (!screen) throw new Error(`The tour has no state '${id}'.`)
  const isDark = 'isAlwaysDark' in screen
  await page.mouse.move(0, 0)
  for (const width of [1440, 390] as const) {
    await resize(page, width)
    for (const theme of isDark ? (['dark'] as const) : themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate(steadyTimes)
      await page.evaluate(layPortraits, portraits)
      await pictures.take(page, pictureName(id, theme, width))
      await page.evaluate(liftPortraits)
    }
  }
  await resize(page, 1440)
}

const portraits = { Wanda: stillPortrait(clientLook), Dana: stillPortrait(coachLook) }

/**
 * Runs in the browser: lays the other person's portrait over their video, which shows the same but is coded anew in every
 * run, and coarsely on a busy machine.
 */
async function layPortraits(drawings: Record<string, string>): Promise<void> {
  for (const [name, drawing] of Object.entries(drawings))
    for (const video of document.querySelectorAll(`figure[aria-label^="${name}"] video`)) {
      const { opacity, objectFit, objectPosition } = getComputedStyle(video)
      const image = new Image()
      image.dataset['tour'] = ''
      image.src = `data:image/svg+xml;utf8,${encodeURIComponent(drawing)}`
      Object.assign(image.style, { position: 'absolute', inset: 0, width: '100%', height: '100%' })
      Object.assign(image.style, { opacity, objectFit, objectPosition })
      await image.decode()
      video.after(image)
    }
}

/** Runs in the browser. */
function liftPortraits(): void {
  for (const image of document.querySelectorAll('[data-tour]')) image.remove()
}

/** Runs in the browser: a measured time differs from run to run. */
function steadyTimes(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode } = walker
    currentNode.nodeValue = currentNode.nodeValue?.replace(/\b\d+ ms\b/, '24 ms') ?? null
  }
}

/** A call goes on while its window becomes a phone's. */
async function resize(page: Page, width: Width): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: width === 390 })
  await browser.detach()
  await page.setViewportSize(widths[width])
  await page.waitForFunction((wanted) => matchMedia(`(width: ${wanted}px)`).matches, width)
}

/** Both check their devices, the client waits, and the coach admits them. */
async function meet(coach: Page, client: Page, { world }: TourPortal, pictures: Pictures): Promise<void> {
  await coach.goto(`/session/${world.nextSession}/join`)
  await goodCheck(coach)
  await photograph(coach, 'coach-check', pictures)
  await client.goto(world.guestLink)
  await button(client, 'Agree and continue').waitFor()
  for (const box of await client.getByRole('checkbox').all()) await box.check()
  await button(client, 'Agree and continue').click()
  await goodCheck(client)
  await photograph(client, 'client-check', pictures)
  await button(client, 'Join Session').click()
  await client.getByRole('heading', { level: 1, name: /knows you are here/ }).waitFor()
  await photograph(client, 'client-waiting', pictures)
  await button(coach, 'Join Session').click()
  await button(coach, 'Leave the call').waitFor()
  await coach.getByRole('region', { name: /is waiting$/ }).waitFor()
  await photograph(coach, 'coach-knock', pictures)
  await button(coach, /^Admit: /).click()
}

async function goodCheck(page: Page): Promise<void> {
  await page.locator('video').first().waitFor()
  await page.getByText('We hear you').waitFor()
  await page.getByText('Connection is good', { exact: true }).waitFor({ timeout: 60_000 })
}

/** The call itself: two people, the scoring panel, the chat. */
async function talk(coach: Page, client: Page, pictures: Pictures): Promise<void> {
  await tileOf(coach, 'Wanda').waitFor()
  await tileOf(client, 'Dana').waitFor()
  await connected(coach)
  await photograph(coach, 'coach-call', pictures)
  await connected(client)
  await photograph(client, 'client-call', pictures)
  await coach.locator('body').press('a')
  await coach.getByRole('heading', { name: 'Wanda Castellano' }).waitFor()
  await coach
    .getByRole('group', { name: /: unset$/ })
    .first()
    .focus()
  for (const key of ['y', 'y', 'n', 'y', 'y']) {
    await coach.keyboard.press(key)
    await coach.keyboard.press('ArrowDown')
  }
  await coach.getByText(/^Saved \d/).waitFor()
  await photograph(coach, 'coach-scoring', pictures)
  await coach.getByRole('button', { name: /^Open chat/ }).click()
  await button(client, 'Open chat').click()
  for (const [page, text] of [
    [coach, 'Good to see you, Wanda.'],
    [client, 'And you! I brought the letter to my brother.'],
    [coach, 'Then let us begin with how it starts.'],
    [client, '“I have wanted to say this for a long time.”'],
    [coach, 'That is a good first sentence. Say it once out loud?'],
  ] as const) {
    const box = page.getByRole('textbox', { name: 'Write to everyone in the call' })
    await box.fill(text)
    await box.press('Enter')
    for (const reader of [coach, client])
      await reader.getByRole('log', { name: 'Messages' }).getByText(text).waitFor()
  }
  await photograph(coach, 'coach-chat', pictures)
}

/** The client's network fails and comes back, and then the client leaves. */
async function part(client: Page, pictures: Pictures): Promise<void> {
  await client.getByRole('button', { name: /^Close chat/ }).click()
  await cutOff(client)
  await client.getByText(/Your connection dropped. Reconnecting/).waitFor()
  await photograph(client, 'client-lost', pictures)
  await plugIn(client)
  await client
    .getByText(/Your connection dropped. Reconnecting/)
    .waitFor({ state: 'detached', timeout: 60_000 })
  await button(client, 'Leave the call').click()
  await client.getByRole('heading', { level: 1, name: 'This call has ended.' }).waitFor()
  await photograph(client, 'client-ended', pictures)
}

/** Waits until the bar says that the connection is good, and nobody talks any more. */
async function connected(page: Page): Promise<void> {
  await page.getByText('Your connection: Good', { exact: true }).waitFor()
  await page.waitForFunction(() => !document.querySelector('figcaption [class*=speaking]'))
}
