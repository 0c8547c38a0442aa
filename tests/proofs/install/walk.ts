import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { chromium, expect, request, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { codeAt } from '../../support/authenticator.ts'
import { callLaunch } from '../../support/browsers/browser-launch.ts'
import { eventually } from '../../support/eventually.ts'
import { agreeAndJoin, openLink } from '../../support/journeys/guest-in-call.ts'
import { matchWholeTexts } from '../../support/journeys/exact-text.ts'
import { keepConnections, tile } from '../../support/journeys/two-in-call.ts'

/**
 * One walk through a new installation, from the owner's link to a file that the client received in a call. It runs where
 * the installation's public address can be reached, and sees only what its users see: web, API and mail.
 *
 *   node walk.ts ORIGIN OWNER-LINK MAIL-CATCHER       the last line is what it saw, as JSON
 */
const [origin = '', ownerLink = '', mails = ''] = process.argv.slice(2)
const password = 'An installation of 2026'
const say = (line: string) => console.error(`  ${line}`)

interface Caller {
  post: (path: string, body: unknown) => Promise<Record<string, unknown>>
}

const callerWith = (api: APIRequestContext, token?: string): Caller => ({
  async post(path, data) {
    const reply = await api.post(`/api${path}`, {
      data,
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
    })
    const text = await reply.text()
    if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${text}`)
    return (JSON.parse(text) as { response: Record<string, unknown> }).response
  },
})

interface Mail {
  subject: string
  text: string
}

const secretIn = (text: string, page: string) => new RegExp(`/${page}/([\\w-]+)`).exec(text)?.[1] ?? ''

/** The newest mail to an address that holds a link to a page. */
async function linkTo(page: 'set-password' | 'join', address: string): Promise<string> {
  const found = await eventually(
    async () => {
      const reply = await fetch(`${mails}/email?to.address=${encodeURIComponent(address)}`)
      return ((await reply.json()) as Mail[]).filter(({ text }) => secretIn(text, page))
    },
    (list) => list.length > 0,
    60_000,
  )
  return secretIn(found.at(-1)?.text ?? '', page)
}

/** The owner sets a password, signs in, and turns on the second factor that an installation requires. */
async function ownerOf(api: APIRequestContext): Promise<Caller> {
  const open = callerWith(api)
  await open.post('/auth/set-password', { token: secretIn(ownerLink, 'set-password'), password })
  const { token } = await open.post('/auth/login', { username: 'owner', password })
  const owner = callerWith(api, String(token))
  const { secret } = await owner.post('/profiles/me/second-factor/start', { password })
  await owner.post('/profiles/me/second-factor/confirm', { code: codeAt(String(secret), Date.now()) })
  return owner
}

/** An organization, a coach who has set a password by the mailed link, a client, and a session that begins in minutes. */
async function peopleOf(api: APIRequestContext, owner: Caller) {
  const { id: organization_id } = await owner.post('/organizations/create', {
    name: 'harbor',
    displayName: 'Harbor Coaching',
    billingAddress: '1 Quay Street',
    rate: 12_000,
  })
  const person = (attributes: Record<string, unknown>) =>
    owner.post('/profiles', { attributes: { organization_id, ...attributes } })
  const coach = await person({
    first_name: 'Dana',
    last_name: 'Whitfield',
    username: 'dana',
    email: 'dana@portal.test',
    privs: levels.Coach,
  })
  await owner.post(`/profiles/send-login-email/${String(coach.id)}`, {})
  await callerWith(api).post('/auth/set-password', {
    token: await linkTo('set-password', 'dana@portal.test'),
    password,
  })
  const client = await person({
    first_name: 'Tomás',
    last_name: 'Aguilar',
    username: 'tomas',
    email: 'tomas@portal.test',
    coach_id: coach.id,
  })
  // Sessions begin at quarters of an hour, and can be joined from a quarter of an hour before.
  const quarter = 15 * 60_000
  const start = Math.ceil(Date.now() / quarter) * quarter
  const session = await owner.post('/sessions/create', {
    title: 'First session',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 60 * 60_000).toISOString(),
    coach_id: coach.id,
    user_id: client.id,
  })
  return { session: String(session.id), link: `/join/${await linkTo('join', 'tomas@portal.test')}` }
}

async function coachSignsIn(browser: Browser, session: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 720 },
  })
  const page = await context.newPage()
  matchWholeTexts(page)
  await page.addInitScript(keepConnections)
  await page.goto('/login')
  await page.getByLabel('Username').fill('dana')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto(`/session/${session}/join`)
  await page.getByRole('button', { name: 'Join Session' }).click()
  return page
}

/** By which protocol a page's media comes: a relay's, if there is one. */
const waysOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const ways = new Set<string>()
    for (const connection of window.kept.connections) {
      const stats = [...(await connection.getStats()).values()] as Record<string, unknown>[]
      const pairs = stats.filter(
        ({ type, state, nominated }) => type === 'candidate-pair' && state === 'succeeded' && nominated,
      )
      for (const pair of pairs) {
        const local = stats.find(({ id }) => id === pair.localCandidateId)
        ways.add(String(local?.relayProtocol ?? local?.protocol))
      }
    }
    return [...ways]
  })

const seesPicture = (page: Page, name: string) =>
  expect
    .poll(
      () =>
        tile(page, name)
          .locator('video')
          .evaluate((video: HTMLVideoElement) => video.videoWidth > 0 && video.currentTime > 1),
      {
        timeout: 60_000,
      },
    )
    .toBe(true)

async function fileThrough(coach: Page, guest: Page) {
  const bytes = randomBytes(300_000)
  const file = Buffer.concat([Buffer.from('%PDF-1.4\n'), bytes])
  await coach.getByRole('button', { name: 'Open chat' }).click()
  const choosing = coach.waitForEvent('filechooser')
  await coach.getByRole('button', { name: 'Send a file' }).click()
  await (await choosing).setFiles({ name: 'outline.pdf', mimeType: 'application/pdf', buffer: file })
  await guest.getByRole('button', { name: /^Open chat/ }).click()
  const saving = guest.waitForEvent('download')
  await guest.getByRole('button', { name: 'Download outline.pdf' }).click()
  const got = await readFile(await (await saving).path())
  const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')
  return hash(got) === hash(file)
}

const api = await request.newContext({ baseURL: origin, ignoreHTTPSErrors: true })
const owner = await ownerOf(api)
say('the owner has signed in with a second factor')
const { session, link } = await peopleOf(api, owner)
say('the coach has a password by mail, the client an invitation')

const launch = { ...callLaunch, args: [...callLaunch.args, '--ignore-certificate-errors'] }
const [first, second] = await Promise.all([chromium.launch(launch), chromium.launch(launch)])
const coach = await coachSignsIn(first, session)
const context = await second.newContext({ baseURL: origin, ignoreHTTPSErrors: true })
await context.addInitScript(keepConnections)
const guest = await openLink(context, link)
await agreeAndJoin(guest)
await coach.getByRole('button', { name: 'Admit: Tomás Aguilar' }).click({ timeout: 60_000 })
await seesPicture(coach, 'Tomás Aguilar')
await seesPicture(guest, 'Dana Whitfield')
say('both see each other')
const seen = {
  ways: [...(await waysOf(coach)), ...(await waysOf(guest))],
  isFileWhole: await fileThrough(coach, guest),
}
await Promise.all([first.close(), second.close()])
console.log(JSON.stringify(seen))
