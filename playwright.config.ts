import { defineConfig, type Project } from '@playwright/test'
import { browserLaunch, callLaunch } from './tests/support/browsers/browser-launch.ts'
import { journeyOrigin } from './tests/support/journeys/journey-places.ts'

/** Two browsers in a video call use both cores of a small machine, so calls run one at a time (scripts/test.ts). */
const ofCalls = /\/(?:call|chat)[\w-]*\.spec\.ts$/
/** These kill the media node, so nothing else may use it while they run. */
const ofDeaths = /\/call-node\.spec\.ts$/

const oneByOne: Project = {
  workers: 1,
  // A test that fails because the machine stalled is rerun, and should not wait for minutes before it fails.
  use: { viewport: { width: 1440, height: 900 }, launchOptions: callLaunch, actionTimeout: 60_000 },
}

/** Journeys: a user's way through the whole product, on the real engines, at both widths. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  // With other work on the same two cores a journey takes several times as long as alone.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: journeyOrigin,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    // Without a GPU, animations cost processor time, and Playwright waits for them before each click.
    contextOptions: { reducedMotion: 'reduce' },
    // Cleared between journeys but with scripts still compiled, which saves a third of the processor time.
    reuseContext: true,
    // Tracing every journey doubles its time; use `--trace on` to debug one.
    launchOptions: browserLaunch,
  },
  projects: [
    { ...oneByOne, name: 'calls', testMatch: ofCalls, testIgnore: ofDeaths },
    { ...oneByOne, name: 'deaths', testMatch: ofDeaths },
    { name: 'desktop', testIgnore: ofCalls, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testIgnore: ofCalls,
      // Journeys that do not depend on the width, such as where a guard redirects, run only once.
      grepInvert: /@any-width/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: 'node tests/support/journeys/serve-journeys.ts',
    url: `${journeyOrigin}/api/ready`,
    timeout: 60_000,
    stdout: 'pipe',
    // `pnpm test` starts the server once for several Playwright runs.
    reuseExistingServer: process.env.PARLEY_JOURNEYS_SERVED !== undefined,
  },
})
