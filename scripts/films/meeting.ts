import type { Locator, Page } from '@playwright/test'
import { invitationTo, linkIn } from './portal/client-mail.ts'
import { unseenSize, type Scene } from './scene.ts'
import { bookNow } from './portal/world.ts'

export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true })

export const tileOf = (page: Page, name: string): Locator =>
  page.getByRole('figure', { name: new RegExp(`^${name}`) })

/** Books a session and brings both people into its call, off camera. Returns the session's id. */
export async function meet(
  { coach, client: { page }, world }: Scene,
  title: string,
  /** Runs before the client's camera and microphone go on. `coachSince` is when the coach's went on. */
  beforeDevices = async (_coachSince: number): Promise<void> => {},
): Promise<string> {
  const bookedAt = Date.now()
  const id = await bookNow(world, title)
  await coach.page.goto(`/session/${id}/join`)
  await coach.page.locator('video').waitFor()
  const coachSince = Date.now()
  await page.setViewportSize(unseenSize)
  await page.goto(await linkIn(await invitationTo(world.client.email, bookedAt - 5000)))
  await button(page, 'Agree and continue').waitFor()
  // There is no checkbox if the terms were accepted for an earlier film.
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await beforeDevices(coachSince)
  await button(page, 'Agree and continue').click()
  await page.locator('video').waitFor()
  await button(coach.page, 'Join Session').click()
  await coach.page.getByText('Waiting for Client').waitFor()
  await button(page, 'Join Session').click()
  await button(coach.page, /^Admit: /).click()
  await tileOf(coach.page, world.client.first_name).waitFor()
  await tileOf(page, 'Dana').waitFor()
  return id
}
