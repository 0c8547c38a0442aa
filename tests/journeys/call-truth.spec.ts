import type { Page } from '@playwright/test'
import { barFaults, watchBar } from '../support/browsers/bar-watch.ts'
import { callLaunch } from '../support/browsers/browser-launch.ts'
import { watchFlow } from '../support/browsers/flow-watch.ts'
import { agreeAndJoin, decide, invited, openLink } from '../support/journeys/guest-in-call.ts'
import { journeyOrigin } from '../support/journeys/journey-places.ts'
import { expect, test } from '../support/journeys/journey.ts'
import { cutAndBack, join, keepConnections, tile } from '../support/journeys/two-in-call.ts'

declare global {
  interface Window {
    isMicBusy: boolean
  }
}

/** `pnpm prove call-muted` runs this journey with more cuts. */
const cuts = Number(process.env.PARLEY_CUTS ?? 2)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const muted = (page: Page) => expect(button(page, 'Unmute, Muted')).toBeVisible()
const unmuted = (page: Page) => expect(button(page, 'Mute, Mic on')).toBeVisible()

const cameSince = (page: Page, kind: 'picture' | 'sound', moment: number): Promise<number> =>
  page.evaluate(
    (given) => window.flow.heard.filter(({ at, what }) => at > given.moment && what === given.kind).length,
    { kind, moment },
  )
/** Waits until the other end hears something that was said after now. */
async function isHeard(page: Page): Promise<void> {
  const since = Date.now()
  await expect.poll(() => cameSince(page, 'sound', since)).toBeGreaterThan(0)
}
/** Waits until no sound has come for a while, because earlier sound may still be in transit. */
const isSilent = (page: Page) =>
  expect.poll(() => cameSince(page, 'sound', Date.now() - 1500), { intervals: [500] }).toBe(0)

async function chooseMicrophone(page: Page, name: string): Promise<void> {
  await button(page, /Microphone$/).click()
  await page.getByRole('option', { name }).click()
}

test("a client's bar says 'Muted' only while nobody hears them and 'Mic on' only while their sound is sent: when muted by the coach, through cuts, with a busy and an unplugged microphone, moved to another tab and after a rejoin [R1 CALL-54] @any-width", async ({
  page,
  signIn,
  make,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { session, link } = await invited(page, make, coach)
  await page.addInitScript(watchFlow)
  await page.goto(`/session/${session.id}/join`)
  await join(page)
  const browser = await playwright.chromium.launch(callLaunch)
  const context = await browser.newContext({
    baseURL: journeyOrigin,
    viewport: { width: 1280, height: 720 },
  })
  await context.addInitScript(keepConnections)
  await context.addInitScript(watchBar)
  await context.addInitScript(() => {
    window.isMicBusy = false
    const { mediaDevices } = navigator
    const capture = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = (wanted) =>
      window.isMicBusy && wanted?.audio
        ? Promise.reject(new DOMException('in use', 'NotReadableError'))
        : capture(wanted)
  })
  const client = await openLink(context, link)
  await agreeAndJoin(client)
  await decide(page, coach, true)
  await unmuted(client)
  await isHeard(page)

  // Muted by the coach: the client's own bar says so, a cut does not undo it, and one key press does.
  await tile(page, 'Tomás Aguilar').hover()
  await button(page, /^Options for Tomás Aguilar/).click()
  await page.getByRole('menuitem', { name: 'Mute for everyone' }).click()
  await muted(client)
  await expect(tile(client, 'You, muted')).toBeVisible()
  await expect(tile(page, 'Tomás Aguilar, muted')).toBeVisible()
  await isSilent(page)
  const mutedSince = Date.now()
  for (let cut = 0; cut < cuts; cut += 1) {
    await cutAndBack(client)
    // Wait until everything is sent again, and listen for a second more.
    const backAt = Date.now()
    await expect.poll(() => cameSince(page, 'picture', backAt)).toBeGreaterThan(0)
    const seenAt = Date.now()
    await expect.poll(() => cameSince(page, 'picture', seenAt + 1000)).toBeGreaterThan(0)
    await expect(tile(page, 'Tomás Aguilar, muted')).toBeVisible()
    await muted(client)
  }
  expect(await cameSince(page, 'sound', mutedSince)).toBe(0)
  await client.keyboard.press('m')
  await unmuted(client)
  await isHeard(page)

  // A busy microphone, then a working one.
  await client.keyboard.press('o')
  await client.evaluate(() => void (window.isMicBusy = true))
  await chooseMicrophone(client, 'Fake Audio Input 1')
  await expect(button(client, 'No microphone: choose one')).toBeVisible()
  await expect(tile(page, 'Tomás Aguilar, muted')).toBeVisible()
  await client.evaluate(() => void (window.isMicBusy = false))
  await chooseMicrophone(client, 'Fake Audio Input 2')
  await unmuted(client)
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible()
  await isHeard(page)

  // Unplugged while muted.
  await client.keyboard.press('Escape')
  await button(client, 'Mute, Mic on').click()
  await muted(client)
  await isSilent(page)
  const unpluggedAt = Date.now()
  await client.evaluate(() => {
    const track = window.kept.captured.findLast(
      ({ kind, readyState }) => kind === 'audio' && readyState === 'live',
    )
    track?.stop()
    track?.dispatchEvent(new Event('ended'))
  })
  await expect(
    client.getByText('Your microphone was unplugged. Now on Fake Default Audio Input.'),
  ).toBeVisible()
  await muted(client)

  // Moved to another tab, muted and with the camera off.
  await button(client, 'Turn camera off, Camera on').click()
  await expect(button(client, 'Turn camera on, Camera off')).toBeVisible()
  const second = await openLink(context, link)
  await button(second, 'Move the call here').click()
  await muted(second)
  await expect(button(second, 'Turn camera on, Camera off')).toBeVisible()
  await expect(tile(page, 'Tomás Aguilar, muted, camera off')).toBeVisible()
  await expect(tile(second, 'You, muted, camera off')).toBeVisible()
  expect(await second.evaluate(() => window.kept.captured.length)).toBe(0)

  // Left and rejoined.
  await button(second, 'Leave the call').click()
  await button(second, /^Rejoin until/).click()
  await muted(second)
  await expect(button(second, 'Turn camera on, Camera off')).toBeVisible()
  await expect(tile(page, 'Tomás Aguilar, muted, camera off')).toBeVisible()
  expect(await cameSince(page, 'sound', unpluggedAt)).toBe(0)
  await button(second, 'Unmute, Muted').click()
  await unmuted(second)
  await isHeard(page)
  expect(await barFaults([client, second], page)).toEqual([])
  await browser.close()
})
