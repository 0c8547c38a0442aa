import { defineConfig } from 'vitest/config'
import { gallery, screens } from './apps/web/vitest.config.ts'
import { projectFiles } from './scripts/test/filters.ts'

export default defineConfig({
  test: {
    // One worker for each core of a small machine, over all projects. Three were not faster.
    maxWorkers: 2,
    maxConcurrency: 3,
    projects: [
      {
        test: {
          name: 'node',
          include: [...(projectFiles['node'] ?? [])],
          globalSetup: ['tests/support/vitest-setup.ts'],
          // Not threads: the media server's library for people without a browser has one ear for a whole process.
          pool: 'forks',
          // Loading the API anew for each file took half of the processor's time. Every file has a database of its own.
          isolate: false,
          // Only what hangs is meant to meet these; a machine that others use too stands still for seconds at a time.
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
