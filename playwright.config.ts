import { defineConfig, type Project } from '@playwright/test'
import { browserLaunch, callLaunch } from './tests/support/browser-launch.ts'
import { journeyOrigin } from './tests/support/journey-places.ts'

/** Two browsers that send pictures to each other take both processors of a small machine: one such call at a time (scripts/test.ts). */
const ofCalls = /\/(?:call|chat)[\w-]*\.spec\.ts$/
/** … and while one of these kills the media node, nobody else uses it. */
const ofDeaths = /\/call-node\.spec\.ts$/

const oneByOne: Project = {
  workers: 1,
  // What fails on a machine that stands still is run once more: it should not wait for minutes before.
  use: { viewport: { width: 1440, height: 900 }, launchOptions: callLaunch, actionTimeout: 60_000 },
}

/** Journeys: a person's way through the whole product, on the real engines, at both widths. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  // Beside other work on two processors a journey takes several times as long as by itself.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: journeyOrigin,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    // What moves is drawn by the processor here, and waited for before each press.
    contextOptions: { reducedMotion: 'reduce' },
    // Emptied between journeys, but with the scripts of the last one compiled: a third of the processor's time.
    reuseContext: true,
    // Recording every journey doubles its time; `--trace on` records one that is looked into.
    launchOptions: browserLaunch,
  },
  projects: [
    { ...oneByOne, name: 'calls', testMatch: ofCalls, testIgnore: ofDeaths },
    { ...oneByOne, name: 'deaths', testMatch: ofDeaths },
    { name: 'desktop', testIgnore: ofCalls, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testIgnore: ofCalls,
      // What is the same at any width, such as where a guard leads, is walked once.
      grepInvert: /@any-width/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: 'node tests/support/serve-journeys.ts',
    url: `${journeyOrigin}/api/ready`,
    timeout: 60_000,
    stdout: 'pipe',
    // `pnpm test` has started it for several runs of Playwright.
    reuseExistingServer: process.env.PARLEY_JOURNEYS_SERVED !== undefined,
  },
})
