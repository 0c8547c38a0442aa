import { expect, expectAccessible, isPhone, test } from '../support/journeys/journey.ts'

test('[ROUTE-04] [TRAIN-01] a coach watches a film and reads a strategy in a new window', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('Coach')
  await page.goto('/training')
  const heading = page.getByRole('heading', { level: 1, name: 'Training' })
  await (isPhone(page) ? expect(heading).toBeAttached() : expect(heading).toBeVisible())
  const parts = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(parts).toHaveText(['Welcome', 'Coach toolkit', 'Strategies'])
  await expectAccessible(page)
  // Every picture of the page loads, and every film plays with its captions.
  for (const picture of await page.getByRole('main').locator('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  }
  const films = await page.locator('video').all()
  expect(films.length).toBeGreaterThan(0)
  for (const film of films) {
    await film.scrollIntoViewIfNeeded()
    const { seconds, cues } = await film.evaluate(async (one: HTMLVideoElement) => {
      one.muted = true
      await one.play()
      one.pause()
      const [track] = one.textTracks
      const until = performance.now() + 30_000
      while ((track?.cues?.length ?? 0) === 0 && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 20))
      return { seconds: one.duration, cues: track?.cues?.length ?? 0 }
    })
    expect(seconds).toBeGreaterThan(10)
    expect(cues).toBeGreaterThan(5)
  }
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Ask, then wait/ }).click()
  const text = await opened
  await expect(text.getByRole('heading', { level: 1, name: 'Ask, then wait' })).toBeVisible()
  await expectAccessible(text)
  await text.close()
  await page.goto('/training/no-such-text')
  await expect(page.getByText("The page you're looking for is not available!")).toBeVisible()
})
