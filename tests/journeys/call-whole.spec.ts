import type { Page } from '@playwright/test'
import { callLaunch } from '../support/browsers/browser-launch.ts'
import { eventually } from '../support/eventually.ts'
import { matchWholeTexts } from '../support/journeys/exact-text.ts'
import { expect, test } from '../support/journeys/journey.ts'
import { journeyOrigin } from '../support/journeys/journey-places.ts'
import { linkIn, mailTo } from '../support/mail/mail.ts'
import { goodFiles } from '../support/sample-files.ts'
import { tile } from '../support/journeys/two-in-call.ts'

const quarterMs = 15 * 60_000
const button = (page: Page, name: string) => page.getByRole('button', { name })
const box = (page: Page) => page.getByRole('textbox', { name: 'Write to everyone in the call' })
const words = (page: Page, text: string) => page.getByRole('log', { name: 'Messages' }).getByText(text)

/** Runs in the browser before the page: keeps its connections, so that incoming media can be measured. */
function keepPeers(): void {
  const peers: RTCPeerConnection[] = []
  Object.assign(window, { peers })
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given)
      peers.push(this)
    }
  }
}

/** The pictures decoded and sound received so far from the other side. */
const flow = (page: Page) =>
  page.evaluate(async () => {
    const { peers } = window as unknown as { peers: RTCPeerConnection[] }
    const reports = await Promise.all(peers.map((peer) => peer.getStats()))
    const inbound = reports
      .flatMap((report) => [...report.values()] as RTCInboundRtpStreamStats[])
      .filter(({ type }) => type === 'inbound-rtp')
    const sum = (values: readonly (number | undefined)[]) =>
      values.reduce<number>((all, one) => all + (one ?? 0), 0)
    return {
      frames: sum(inbound.map(({ framesDecoded }) => framesDecoded)),
      sound: sum(inbound.map(({ totalAudioEnergy }) => totalAudioEnergy)),
    }
  })

async function expectFlow(page: Page): Promise<void> {
  const before = await flow(page)
  await expect.poll(async () => (await flow(page)).frames).toBeGreaterThan(before.frames + 10)
  await expect.poll(async () => (await flow(page)).sound).toBeGreaterThan(before.sound)
}

async function write(from: Page, to: Page, text: string): Promise<void> {
  await box(from).fill(text)
  await box(from).press('Enter')
  await expect(words(to, text)).toBeVisible()
}

async function sendFile(from: Page, to: Page, name: string, buffer: Buffer): Promise<void> {
  const choosing = from.waitForEvent('filechooser')
  await button(from, 'Send a file').click()
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer })
  await expect(button(to, `Download ${name}`)).toBeVisible()
}

interface Times {
  before: number
  after: number
}

async function timesOf(act: () => Promise<void>): Promise<Times> {
  const before = Date.now()
  await act()
  return { before, after: Date.now() }
}

/** Allows for the media server's resolution of one second. */
function expectWithin(stored: Date | null | undefined, { before, after }: Times): void {
  expect(stored?.getTime()).toBeGreaterThan(before - 1000)
  expect(stored?.getTime()).toBeLessThan(after + 1000)
}

test('a call works from booking to record: mail, waiting room, admission, picture and sound, chat with files, shared screen, leaving and the right times of presence [CALL-05 GUEST-12] @any-width', async ({
  page,
  signIn,
  make,
  database,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
    first_name: 'Tomás',
    last_name: 'Aguilar',
  })
  // Skip the next quarter of an hour, which may begin before the session is booked.
  const start = (Math.ceil(Date.now() / quarterMs) + 1) * quarterMs
  const booked = await page.request.post('/api/sessions/create', {
    headers: { authorization: `Bearer ${coach.token}` },
    data: {
      title: 'Difficult conversations',
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 4 * quarterMs).toISOString(),
      coach_id: coach.id,
      user_id: client.id,
    },
  })
  const { response: session } = (await booked.json()) as { response: { id: string } }
  const [mail] = await mailTo(client.email)
  // Move the start: after it, a coach who leaves is asked about the client, and it may come in the middle of this test.
  await database.db
    .updateTable('sessions')
    .set({ start_time: new Date(Date.now() + 10 * 60_000) })
    .where('id', '=', session.id)
    .execute()

  await page.addInitScript(keepPeers)
  await page.goto(`/session/${session.id}/join`)
  await button(page, 'Join Session').click()
  await expect(page.getByText('Waiting for Client')).toBeVisible()

  const browser = await playwright.chromium.launch(callLaunch)
  const guest = await (await browser.newContext({ baseURL: journeyOrigin })).newPage()
  matchWholeTexts(guest)
  await guest.addInitScript(keepPeers)
  await guest.goto(`/join/${linkIn(mail, 'join')}`)
  await guest.getByRole('checkbox').first().check()
  await guest.getByRole('checkbox').last().check()
  await button(guest, 'Agree and continue').click()
  await button(guest, 'Join Session').click()
  await expect(guest.getByRole('heading', { name: 'Dana knows you are here, Tomás.' })).toBeVisible()
  const comes = await timesOf(async () => {
    await button(page, 'Admit: Tomás Aguilar').click()
    await expect(tile(page, 'Tomás Aguilar')).toBeVisible()
  })
  await expect(tile(guest, 'Dana Whitfield')).toBeVisible()
  await expectFlow(page)
  await expectFlow(guest)

  for (const one of [page, guest]) await button(one, 'Open chat').click()
  await write(page, guest, 'Shall we begin?')
  await write(guest, page, 'Gladly.')
  await sendFile(page, guest, 'Outline.pdf', goodFiles.pdf ?? Buffer.alloc(0))
  await sendFile(guest, page, 'Note.docx', goodFiles.docx ?? Buffer.alloc(0))

  await button(page, 'Share screen').click()
  await expect(tile(guest, 'Screen of Dana Whitfield')).toBeVisible()
  await button(page, 'Stop sharing').first().click()
  await expect(tile(guest, 'Screen of Dana Whitfield')).toHaveCount(0)

  const leaves = await timesOf(async () => {
    await button(guest, 'Leave the call').click()
    await expect(page.getByRole('figure', { name: /^Tomás Aguilar/ })).toHaveCount(0)
  })
  await expect(guest.getByRole('heading', { name: 'This call has ended.' })).toBeVisible()
  await button(page, 'Leave the call').click()
  await expect(page).toHaveURL(`/session/${session.id}/completionpage`)
  await expect(page.getByRole('heading', { level: 1, name: 'This call has ended.' })).toBeVisible()

  const stays = await eventually(
    () =>
      database.db
        .selectFrom('presence')
        .select(['person_id', 'joined_at', 'left_at'])
        .where('session_id', '=', session.id)
        .execute(),
    (rows) => rows.length === 2 && rows.every(({ left_at }) => left_at !== null),
  )
  const own = stays.find(({ person_id }) => person_id === client.id)
  expectWithin(own?.joined_at, comes)
  expectWithin(own?.left_at, leaves)
  await browser.close()
})
