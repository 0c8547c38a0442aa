import { readConfig } from '@parley/api/platform/process/config.ts'
import { tourPages } from '../../scripts/tour/screens.ts'
import { prepareTourWorld } from '../../scripts/tour/world.ts'
import { enterWith, expect, test } from '../support/journeys/journey.ts'
import { journeyDatabase, journeyOrigin, journeyRedis } from '../support/journeys/journey-places.ts'

const renderedWithinMs = 15_000

test('every screen of the tour shows its heading to its person @any-width', async ({ page, database }) => {
  test.slow()
  const config = readConfig({
    PARLEY_ENV: 'test',
    DATABASE_URL: journeyDatabase.appUrl,
    REDIS_URL: journeyRedis,
    PARLEY_ORIGIN: journeyOrigin,
  })
  const world = await prepareTourWorld(database.db, config, Date.now())
  for (const reader of ['nobody', 'coach', 'orgAdmin', 'admin'] as const) {
    if (reader !== 'nobody') await enterWith(page, world.tokens[reader])
    for (const { id, path, heading } of tourPages.filter((one) => one.reader === reader)) {
      await page.goto(path(world))
      const shown = page.getByRole('heading', { level: 1, name: heading }).first()
      await expect.soft(shown, id).toBeAttached({ timeout: renderedWithinMs })
    }
  }
})
