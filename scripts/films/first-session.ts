import type { Page } from '@playwright/test'
import { constants } from '@parley/contract/rules/constants.ts'
import { invitationTo } from './portal/client-mail.ts'
import { waitForNoWeakTile, goodCheck } from './good-line.ts'
import { handOn } from './recording/hand.ts'
import { button } from './meeting.ts'
import { unseenSize, type Scene, type Script } from './scene.ts'
import { bookedSession } from './portal/world.ts'
import { untilInstant, watch } from './recording/recording.ts'

const title = 'A first conversation'
/** If the client was there for less than five minutes, the coach is asked on leaving whether it was a no-show. */
const callBeforeMs = 360_000

/** Follows the real clock: a session is booked, opens, runs from before its start, and can then be completed. */
export const firstSession: Script = {
  seconds: 12,
  isByPictures: true,
  coachTalks: [
    [0, 3.2],
    [6.4, 8],
  ],
  clientTalks: [
    [3.2, 5.6],
    [8.8, 11.2],
  ],
  steps: (scene) => {
    const { coach, client, film } = scene
    let session = { id: '', start: 0 }
    return [
      { act: () => schedule(scene) },
      {
        act: async () => {
          session = await bookedSession(scene.world, title)
          await openByLink(scene)
        },
      },
      { act: () => joinFromPage(scene, session) },
      { act: () => checkDevices(scene, session.start) },
      { isCaptionOnTop: false, act: () => hearKnock(scene) },
      { act: () => admit(scene) },
      { isCaptionOnTop: true, act: () => chat(scene) },
      {
        isCaptionOnTop: true,
        act: async () => {
          await film.cut()
          await untilInstant(session.start + 20_000)
          await waitForNoWeakTile(coach.page)
          await film.show(coach.page)
          await watch(film, 2200)
          await coach.hand.press(button(coach.page, 'Leave the call'))
          await coach.page.getByRole('heading', { name: 'This call has ended.' }).waitFor()
        },
      },
      {
        act: async () => {
          await button(client.page, 'Leave the call').click()
          await complete(scene)
        },
      },
    ]
  },
}

async function schedule({ coach: { page, hand }, film, world }: Scene): Promise<void> {
  await page.goto('/sessions')
  await page.getByText('Upcoming', { exact: true }).click()
  await page.locator('[data-row]').first().waitFor()
  await hand.lay()
  await film.show(page)
  await film.stay(800)
  await hand.press(button(page, 'Schedule Session').first())
  const form = page.getByRole('dialog', { name: 'Schedule Session' })
  await hand.press(button(form, /^Client/))
  await hand.type(world.client.first_name.slice(0, 4))
  await hand.press(page.getByRole('option', { name: new RegExp(world.client.last_name) }))
  await hand.press(form.getByLabel('Title'))
  await hand.type(title)
  await hand.press(button(form, 'Schedule Session'))
  await page.getByText('Session scheduled').waitFor()
  await film.stay(1600)
}

/** Goes from the mail to the page of its link, which opens in a new tab. */
async function openByLink({ client, film, world }: Scene): Promise<void> {
  await film.cut()
  await client.page.goto(await invitationTo(world.client.email, Date.now() - 120_000))
  await client.hand.lay()
  await film.show(client.page)
  await film.stay(1200)
  const opened = client.page.waitForEvent('popup')
  await client.hand.press(client.page.locator('a[href*="/join/"]').first())
  await film.cut()
  client.page = await opened
  client.hand = handOn(client.page, film)
  const { page, hand } = client
  const agree = button(page, 'Agree and continue')
  await agree.waitFor()
  await hand.lay()
  await film.show(page)
  await film.stay(800)
  // There is no checkbox if the terms were accepted for an earlier film.
  for (const box of await page.getByRole('checkbox').all()) await hand.press(box)
  await hand.press(agree)
  await page.locator('video').waitFor()
  await film.stay(1200)
}

async function joinFromPage({ coach: { page, hand }, film }: Scene, session: { id: string; start: number }) {
  await film.cut()
  await page.goto(`/session/${session.id}/preview`)
  await untilInstant(session.start - constants.joinWindowBeforeMs - 2500)
  await hand.lay()
  await film.show(page)
  await hand.pointAt(page.getByText('Join Call', { exact: true }))
  await hand.press(page.getByRole('link', { name: 'Join Call' }))
  await page.locator('video').waitFor()
  await film.stay(400)
}

async function checkDevices({ coach: { page, hand }, film }: Scene, start: number): Promise<void> {
  await film.cut()
  const check = page.url()
  await page.goto('about:blank')
  // A session can only be completed after its start, so the call is held around the start.
  await untilInstant(start - callBeforeMs)
  await page.goto(check)
  await goodCheck(page)
  await film.show(page)
  await film.stay(800)
  await hand.pointAt(page.getByText('We hear you'))
  await film.stay(600)
  await hand.pointAt(page.getByText(/round trip/), 0.3)
  await film.stay(600)
  await hand.press(button(page, 'Join Session'))
}

async function hearKnock({ coach, client, film }: Scene): Promise<void> {
  await film.cut()
  await goodCheck(client.page)
  await client.page.setViewportSize(unseenSize)
  await coach.page.getByText('Waiting for Client').waitFor()
  await film.show(coach.page)
  await button(client.page, 'Join Session').click()
  await coach.page.getByRole('region', { name: /is waiting$/ }).waitFor()
  await coach.hand.pointAt(coach.page.getByRole('list', { name: 'Device check' }))
  await film.stay(1600)
}

async function admit({ coach: { page, hand }, world, film }: Scene): Promise<void> {
  await hand.press(button(page, /^Admit: /))
  await page.getByRole('figure', { name: new RegExp(`^${world.client.first_name}`) }).waitFor()
  await page.locator('figure video').first().waitFor()
  await watch(film, 2400)
  film.keepPoster()
}

async function chat({ coach, client, film }: Scene): Promise<void> {
  const box = (page: Page) => page.getByRole('textbox', { name: 'Write to everyone in the call' })
  await coach.hand.press(button(coach.page, 'Open chat'))
  await coach.hand.press(box(coach.page))
  await coach.hand.type('Good to see you.')
  await coach.page.keyboard.press('Enter')
  await button(client.page, /^Open chat/).click()
  await box(client.page).pressSequentially('And you, Dana.', { delay: 40 })
  await client.page.keyboard.press('Enter')
  await coach.page.getByRole('log', { name: 'Messages' }).getByText('And you, Dana.').waitFor()
  await watch(film, 2000)
}

async function complete({ coach: { page, hand }, film }: Scene): Promise<void> {
  await film.cut()
  const act = button(page, 'Mark Session Complete')
  await act.waitFor()
  await film.show(page)
  await film.stay(800)
  await hand.pointAt(page.getByRole('list', { name: 'In the call' }), 0.6)
  await film.stay(1200)
  await hand.press(act)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await film.stay(2200)
  await film.cut()
}
