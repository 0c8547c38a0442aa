import type { BrowserContext, Page } from '@playwright/test'
import { matchWholeTexts } from './exact-text.ts'
import { expect } from './journey.ts'
import type { makers, TestPerson } from '../make.ts'

/** A session that begins in five minutes, with the personal link of its client Tomás Aguilar. */
export async function invited(page: Page, make: ReturnType<typeof makers>, coach: TestPerson) {
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
    first_name: 'Tomás',
    last_name: 'Aguilar',
  })
  const start = new Date(Date.now() + 5 * 60_000).toISOString()
  const session = await make.session({ coach, client, start, title: 'Difficult conversations' })
  const copied = await page.request.post(`/api/sessions/copy-link/${session.id}`, {
    headers: { authorization: `Bearer ${coach.token}` },
  })
  const { response } = (await copied.json()) as { response: { url: string } }
  return { session, client, link: new URL(response.url).pathname }
}

/** Opens the link in a new tab of that browser. */
export async function openLink(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage()
  matchWholeTexts(page)
  await page.goto(link)
  return page
}

/** Waits until the device check has tried the network. */
export const connectionTried = (page: Page): Promise<void> =>
  expect(page.getByText(/^Connection is (?:good|usable|weak)$/)).toBeVisible()

interface AgreeOptions {
  /** Waits until the device check has tried the network. */
  isPatient?: boolean
  /** Runs while the page shows the device check. */
  atCheck?: () => Promise<void>
}

/** Goes from the invitation to pressing 'Join Session', with the consents that a first visit asks for. */
export async function agreeAndJoin(
  page: Page,
  { isPatient = false, atCheck }: AgreeOptions = {},
): Promise<void> {
  await page
    .getByRole('checkbox', { name: 'I accept the Terms of Use and have read the Privacy Notice.' })
    .check()
  await page.getByRole('checkbox', { name: 'I agree to take part in this session by video.' }).check()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Choose your video and audio options' }),
  ).toBeVisible()
  if (isPatient) await connectionTried(page)
  await atCheck?.()
  await page.getByRole('button', { name: 'Join Session' }).click()
}

/** Decides as the coach about the first waiting guest, through the API instead of a page. */
export async function decide(page: Page, coach: TestPerson, admit: boolean): Promise<void> {
  const headers = { authorization: `Bearer ${coach.token}` }
  const knocks = async (): Promise<{ id: string }[]> =>
    (
      (await (await page.request.get('/api/calls/waiting', { headers })).json()) as {
        response: { id: string }[]
      }
    ).response
  await expect.poll(async () => (await knocks()).length).toBeGreaterThan(0)
  const [knock] = await knocks()
  const decided = await page.request.post(`/api/calls/admissions/${knock?.id}`, { headers, data: { admit } })
  expect(decided.status()).toBe(200)
}
