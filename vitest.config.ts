import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { gallery, screens } from './apps/web/vitest.config.ts'

/** The short proofs take by far the longest: begun last, they would keep one core waiting for the other. */
class ProofsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // A sequencer's own way to sort, which is not an array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(isProof(b)) - Number(isProof(a)))
  }
}
const isProof = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/proofs.test.ts')

export default defineConfig({
  test: {
    // One worker for each core of a small machine, over all projects.
    maxWorkers: 2,
    maxConcurrency: 2,
    sequence: { sequencer: ProofsFirst },
    projects: [
      {
        test: {
          name: 'node',
          include: ['{apps,packages}/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
          globalSetup: ['tests/support/vitest-setup.ts'],
          pool: 'threads',
          // Loading the API anew for each file took half of the processor's time. Every file has a database of its own.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      gallery,
      screens,
    ],
  },
})
