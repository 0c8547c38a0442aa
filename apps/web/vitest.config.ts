import { existsSync } from 'node:fs'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import web from './package.json' with { type: 'json' }

// The system's own browser if there is one, else the one that Playwright has downloaded.
const systemChromium = '/usr/bin/chromium-headless-shell'

// Created per project, because Vitest writes its names into it.
const browser = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  // With other work on two processors the first page takes its time.
  connectTimeout: 180_000,
  provider: playwright({
    launchOptions: {
      ...(existsSync(systemChromium) && { executablePath: systemChromium }),
      args: ['--no-sandbox', '--disable-gpu'],
    },
    // Playwright would wait for animations before each press, and axe would judge elements that are half faded in.
    contextOptions: { reducedMotion: 'reduce' },
  }),
  instances: [{ browser: 'chromium' as const, viewport: { width: 1440, height: 900 } }],
})

/**
 * Not bundled: fonts (stylesheets), @mediapipe/selfie… (only its model is used), the contract (our own source), and
 * packages that are only imported by subpath.
 */
const isBundled = (name: string) =>
  !/^@fontsource|^@mediapipe\/selfie|^@parley|^zod$|^tailwind-variants$|^react-aria-components$/.test(name)

// Listed in advance: a dependency that is discovered during the run would reload the page under the tests.
const optimizeDeps = {
  include: [
    ...Object.keys(web.dependencies).filter(isBundled),
    'react-aria-components',
    'react-aria-components/*',
    'react-dom/client',
    'react/jsx-dev-runtime',
    'tailwind-variants/lite',
    'zod/mini',
    '@mediapipe/tasks-vision/vision_wasm_module_internal.js',
  ],
}

const settings = {
  // Only something that never comes should reach these limits: a shared machine can stall for seconds at a time.
  testTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  // Files share a page (`isolate: false`): a spy that outlives its test would act in the files after it.
  restoreMocks: true,
  unstubGlobals: true,
  isolate: false,
}

/** Every story of the gallery, in Chromium: it renders, its play function passes, and axe finds nothing. */
export const gallery: TestProjectConfiguration = {
  root: import.meta.dirname,
  // Storybook brings its own plugins and none of ours: without Tailwind's, every story would be judged unstyled.
  plugins: [tailwindcss(), storybookTest({ configDir: `${import.meta.dirname}/.storybook` })],
  optimizeDeps,
  test: { name: 'gallery', ...settings, browser: browser() },
}

/** Widgets and screens in use, in Chromium, with real keys and a real pointer. */
export const screens: TestProjectConfiguration = {
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  optimizeDeps: { include: [...optimizeDeps.include, '@storybook/react-vite', 'storybook/test'] },
  test: {
    name: 'screens',
    ...settings,
    include: ['src/**/*.test.tsx'],
    setupFiles: [`${import.meta.dirname}/.storybook/test-setup.ts`],
    browser: browser(),
  },
}

export default defineConfig({ test: { projects: [gallery, screens] } })
