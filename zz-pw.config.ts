import base from '/work/sessions/playwright.config.ts'
const { webServer, ...rest } = base as any
export default { ...rest, testDir: '/work/sessions/tests/journeys', outputDir: '/tmp/sesweb/results', timeout: 180_000, expect: { timeout: 20_000 }, workers: 1 }
