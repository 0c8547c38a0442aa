/**
 * `node tests/mutants/run-batch.ts FILE`: runs the tests of each job of FILE with its mistake planted, and writes one line
 * of JSON per job. No file on disk changes: the mistake is inserted while Vite reads the file, so several batches and other
 * work can run in parallel. It runs as a separate process because a mistake may cause an endless loop.
 */
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { createVitest, type TestRunResult, type TestSpecification } from 'vitest/node'
import type { TestProjectConfiguration } from 'vitest/config'
import type { Plugin } from 'vite'
import { gallery, screens } from '../../apps/web/vitest.config.ts'
import { withMistake, type Mistake } from './mistakes.ts'

export interface Job {
  mistake?: Mistake
  tests: string[]
}

export interface Batch {
  /** 'node' and 'engines' run tests without a browser; 'engines' also starts what `tests/support/vitest-setup.ts` starts. */
  where: 'node' | 'engines' | 'browser'
  jobs: Job[]
}

/** 'killed' names the test that noticed the mistake, and its file. 'late': a test timed out, which does not count as noticing. */
export interface Fate {
  fate: 'killed' | 'survived' | 'late'
  by?: string
  file?: string
}

const root = resolve(import.meta.dirname, '../..')
const [file] = process.argv.slice(2)
if (file) await runBatch(JSON.parse(readFileSync(file, 'utf8')) as Batch)

async function runBatch({ where, jobs }: Batch): Promise<void> {
  // If the parent process is gone, nobody reads the results.
  process.stdin.on('end', () => process.exit(1)).resume()
  let planted: Mistake | undefined
  const plant: Plugin = {
    name: 'a-mistake',
    enforce: 'pre',
    transform(code, id) {
      const [path] = id.split('?')
      return planted && path === resolve(root, planted.path) ? withMistake(code, planted) : undefined
    },
  }
  const node = {
    plugins: [plant],
    test: {
      name: 'node',
      include: ['{apps,packages}/*/src/**/*.test.ts', 'tests/*.test.ts'],
      globalSetup: where === 'engines' ? ['tests/support/vitest-setup.ts'] : [],
      fsModuleCache: false,
      pool: 'threads' as const,
      // Tests are slow on a busy machine; one that takes longer than this is in an endless loop.
      testTimeout: 50_000,
      hookTimeout: 50_000,
    },
  }
  const withPlant = (project: TestProjectConfiguration) =>
    typeof project === 'object' && 'plugins' in project
      ? { ...project, plugins: [...(project.plugins ?? []), plant] }
      : project
  const projects = where === 'browser' ? [withPlant(gallery), withPlant(screens)] : [node]
  const vitest = await createVitest(
    { root, config: false, watch: false, bail: 1, maxWorkers: where === 'engines' ? 2 : 1, reporters: [{}] },
    // A file from the cache of an earlier run would not contain the mistake.
    { test: { projects, fsModuleCache: false } },
  )
  await vitest.standalone()

  const known = new Map<string, TestSpecification[]>()
  const specificationsOf = async (path: string) => {
    const found = known.get(path) ?? (await vitest.globTestSpecifications([path]))
    known.set(path, found)
    return found.filter(({ moduleId }) => moduleId === resolve(root, path))
  }
  const runThrough = async (specifications: TestSpecification[], triesLeft = 3): Promise<TestRunResult> => {
    vitest.state.filesMap.clear()
    const result = await vitest.runTestSpecifications(specifications)
    if (!result.unhandledErrors.some(isNoStart)) return result
    if (triesLeft === 0) throw new Error('the browser does not start')
    return runThrough(specifications, triesLeft - 1)
  }
  const fateAfter = async (rounds: string[][]): Promise<Fate> => {
    let late: string | undefined
    for (const tests of rounds) {
      const specifications = (await Promise.all(tests.map(specificationsOf))).flat()
      if (specifications.length === 0 && tests.length > 0)
        throw new Error(`no test is in ${tests.join(', ')}`)
      const { testModules, unhandledErrors } = await runThrough(specifications)
      const failed = testModules.find((one) => one.state() === 'failed')
      const [test] = failed ? [...failed.children.allTests('failed')] : []
      const outside = unhandledErrors.length > 0 ? 'an error outside every test' : undefined
      const by = test?.fullName ?? failed?.errors()[0]?.message ?? outside
      if (by === undefined) continue
      const [error] = test?.result().errors ?? failed?.errors() ?? []
      if (!/timed out/i.test(error?.message ?? ''))
        return { fate: 'killed', by, ...(failed && { file: relative(root, failed.moduleId) }) }
      late = by
    }
    return late === undefined ? { fate: 'survived' } : { fate: 'late', by: late }
  }
  for (const { mistake, tests } of jobs) {
    planted = mistake
    if (mistake) vitest.invalidateFile(resolve(root, mistake.path))
    const fate = await fateAfter(mistake ? nearestFirst(tests) : [tests])
    process.stdout.write(`${JSON.stringify(fate)}\n`)
    if (mistake) vitest.invalidateFile(resolve(root, mistake.path))
  }
  await vitest.close()
  process.exit(0) // The tests' engines may keep connections open.
}

/** On a busy machine the browser page may not start in time. That says nothing about the mistake, so the run is repeated. */
function isNoStart(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    /^Failed to run the test|did not become ready|[Ff]ailed to connect/.test(String(error.message))
  )
}

/** Runs the nearest test first, because it notices most mistakes; then a few more, then the rest. */
function nearestFirst(tests: string[]): string[][] {
  return [tests.slice(0, 1), tests.slice(1, 4), tests.slice(4)].filter((round) => round.length > 0)
}
