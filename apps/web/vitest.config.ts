import { existsSync } from 'node:fs'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import web from './package.json' with { type: 'json' }

// The system's own browser where there is one, else the one that Playwright has downloaded.
const systemChromium = '/usr/bin/chromium'

const browser = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: {
      ...(existsSync(systemChromium) && { executablePath: systemChromium }),
      args: ['--no-sandbox', '--disable-gpu'],
    },
  }),
  instances: [{ browser: 'chromium' as const, viewport: { width: 1440, height: 900 } }],
}

/** Fonts are stylesheets, the contract is source of ours, and some are only entered by a path of their own. */
const isBundled = (name: string) =>
  !/^@fontsource|^@parley|^zod$|^tailwind-variants$|^react-aria-components$/.test(name)

/** Every story of the gallery, in Chromium: it renders, its play function passes, and axe finds nothing. */
export default defineConfig({
  plugins: [storybookTest({ configDir: `${import.meta.dirname}/.storybook` })],
  // Named beforehand: a dependency that turns up during the run would reload the page under the tests.
  optimizeDeps: {
    include: [
      ...Object.keys(web.dependencies).filter(isBundled),
      'react-aria-components/*',
      'react/jsx-dev-runtime',
      'tailwind-variants/lite',
      'zod/mini',
    ],
  },
  test: { name: 'gallery', browser },
})
