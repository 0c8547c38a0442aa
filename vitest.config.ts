import { defineConfig } from 'vitest/config'
import { gallery, screens } from './apps/web/vitest.config.ts'
import { projectFiles } from './scripts/test/filters.ts'

export default defineConfig({
  test: {
    // One worker per core of a small machine, across all projects. Three were not faster.
    maxWorkers: 2,
    maxConcurrency: 3,
    // React Aria's notes for developers. A tooltip may name a button that is disabled, and a row that takes single keys.
    onConsoleLog: (log) => (log.startsWith('<Focusable> child') ? false : undefined),
    projects: [
      {
        test: {
          name: 'node',
          include: [...(projectFiles['node'] ?? [])],
          globalSetup: ['tests/support/vitest-setup.ts'],
          // Not threads: LiveKit's native client has only one event listener per process.
          pool: 'forks',
          // Loading the API again for each file took half of the processor time. Every file has its own database.
          isolate: false,
          // In a shared process, a spy that outlives its test would act in the files after it.
          restoreMocks: true,
          unstubGlobals: true,
          // Only hanging tests should reach these timeouts: a shared machine can stall for seconds at a time.
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 90_000,
        },
      },
      gallery,
      screens,
    ],
  },
})
