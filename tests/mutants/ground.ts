import { globSync, readFileSync } from 'node:fs'
import { importsOf, resolveOwn } from '../../scripts/check/source-imports.ts'
import type { Batch } from './run-batch.ts'

/** A part of the product in which mistakes are planted, and the tests that should notice them. */
export interface Ground {
  name:
    | 'contract'
    | 'modules'
    | 'views'
    | 'call modules'
    | 'call views'
    | 'rights'
    | 'server'
    | 'stream host'
    | 'calculator'
    | 'billing'
  where: Batch['where']
  /** How many mistakes a full run plants. */
  wanted: number
  files: string[]
  /** The tests that touch a file, the nearest first. */
  testsOf: (file: string) => string[]
  /** Where a mistake is tried next if those tests have not noticed it. */
  also?: Pick<Ground, 'where' | 'testsOf'>
}

const isTest = (path: string) => /\.(?:test|stories|spec)\.tsx?$/.test(path)
const files = (...patterns: string[]) => patterns.flatMap((pattern) => globSync(pattern)).toSorted()
const sources = (...patterns: string[]) => files(...patterns).filter((path) => !isTest(path))

/** All files that a file imports, directly or not, including itself; type-only imports do not count. */
function loadedBy(entry: string): Set<string> {
  const seen = new Set<string>()
  const open = [entry]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path) || !/\.tsx?$/.test(path)) continue
    seen.add(path)
    open.push(...loadedNext(path))
  }
  return seen
}

const next = new Map<string, string[]>()

/** A file's direct imports, cached because hundreds of tests import the same files. */
function loadedNext(path: string): string[] {
  const known = next.get(path)
  if (known) return known
  const found = importsOf(path, readFileSync(path, 'utf8'))
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ specifier }) => resolveOwn('.', path, specifier) ?? '')
  next.set(path, found)
  return found
}

/** Finds the tests that load a file. Tests that share the most folders with it come first. */
function testsByLoad(tests: string[]): (file: string) => string[] {
  const frame = loadedBy(storyFrame)
  const loads = tests.map((test) => {
    const loaded = loadedBy(test)
    return [test, test.endsWith('.stories.tsx') ? loaded.union(frame) : loaded] as const
  })
  return (file) =>
    loads
      .filter(([, loaded]) => loaded.has(file))
      .map(([test]) => test)
      .toSorted((a, b) => shared(b, file) - shared(a, file))
      // A mistake that none of these notice, a distant test that happens to load the file won't notice either.
      .slice(0, nearestMax)
}

const nearestMax = 10
/** Every story is rendered inside it. */
const storyFrame = 'apps/web/.storybook/preview.tsx'

function shared(one: string, other: string): number {
  const [parts, others] = [one.split('/'), other.split('/')]
  const count = parts.findIndex((part, i) => part !== others[i])
  const isBeside = one.replace(/\.(?:test|stories)\.tsx?$/, '') === other.replace(/\.tsx?$/, '')
  return count + (isBeside ? 100 : 0)
}

const matrices = ['tests/matrix.test.ts', 'tests/matrix-of-calls.test.ts', 'tests/matrix-fields.test.ts']

/** Every API test loads the whole API, so tests are chosen by place: the same folder, the matrix, then the same feature. */
function testsByPlace(file: string): string[] {
  const folder = file.slice(0, file.lastIndexOf('/'))
  const feature = /^apps\/api\/src\/(?:features\/[^/]+|platform)/.exec(file)?.[0]
  const beside = files(`${folder}/*.test.ts`).toSorted((a, b) => shared(b, file) - shared(a, file))
  const further = (feature ? files(`${feature}/**/*.test.ts`) : [])
    .filter((test) => !beside.includes(test))
    .toSorted((a, b) => shared(b, file) - shared(a, file))
  return [
    ...beside.slice(0, nearestMax),
    ...matrices,
    ...further.slice(0, Math.max(0, nearestMax - beside.length)),
  ]
}

/** Files that decide a right, a scope or a status. */
const rights = [
  'apps/api/src/platform/identity/principals.ts',
  'apps/api/src/features/people/{people,queries,scope,rights,create-person,update-person,login-email,reset-second-factor}.ts',
  'apps/api/src/features/organizations/organizations.ts',
  'apps/api/src/features/sessions/list/{list-query,filter-options}.ts',
  'apps/api/src/features/sessions/booking/{rights,status,update,create,booking,correct,reach}.ts',
  'apps/api/src/features/sessions/{present,queries,scope}.ts',
  'apps/api/src/features/operations/audit-log.ts',
]

/** Files that calculate money. */
const billing = [
  'apps/api/src/features/billing/{due,run,issue,status,reissue,queries,invoices,present,line-sessions,preview}.ts',
  'apps/api/src/features/billing/payment/*.ts',
]

/** Sample values of stories, generated files and route tables: a mistake there is not a mistake in the product. */
const isSaid = (path: string) =>
  /\/(?:sample|hand)-|\/routes\.ts$|\.d\.ts$|\/(?:database-types|openapi)\.ts$/.test(path)

/**
 * The tests start these files as separate processes. A mistake is planted only in the test's own process, so it would never
 * run.
 */
const isEntry = (path: string) => /^apps\/api\/src\/(?:server|worker)\.ts$/.test(path)

/**
 * All of the web, the API and the contract, except entry points and pages that only journeys open; `ground.test.ts` lists
 * the exceptions. A file that no test loads stays in: its mistakes survive.
 */
export function grounds(): Ground[] {
  const contractTests = files('packages/contract/src/**/*.test.ts')
  const webTests = files('apps/web/src/**/*.test.ts')
  const viewTests = files('apps/web/src/**/*.stories.tsx', 'apps/web/src/**/*.test.tsx')
  const [ofModules, ofViews] = [testsByLoad(webTests), testsByLoad(viewTests)]
  const web = [
    ...sources('apps/web/src/{base,features,platform,ui}/**/*.{ts,tsx}').filter((path) => !isSaid(path)),
    // Journeys cover the pages, but are too slow to run for each mistake, so only pages with stories are included.
    ...sources('apps/web/src/routes/*.tsx').filter((path) => ofViews(path).length > 0),
  ]
  const decides = new Set(files(...rights, ...billing))
  const ofHost = testsByLoad(files('apps/stream-host/src/**/*.test.ts'))
  // A file that no node test loads is tested in the browser alone.
  const isModule = (path: string) => ofModules(path).length > 0
  const isCall = (path: string) => path.startsWith(callRooms)
  const views = { where: 'browser' as const, testsOf: ofViews }
  const modules = { where: 'node' as const, testsOf: ofModules, also: views }
  const rest = web.filter((path) => !isCall(path))
  const call = web.filter(isCall)
  return [
    {
      name: 'contract',
      where: 'node',
      wanted: 80,
      files: sources('packages/contract/src/**/*.ts'),
      testsOf: testsByLoad([...contractTests, 'tests/routes.test.ts', ...webTests]),
    },
    { name: 'modules', ...modules, wanted: 60, files: rest.filter(isModule) },
    { name: 'views', ...views, wanted: 120, files: rest.filter((path) => !isModule(path)) },
    { name: 'call modules', ...modules, wanted: 50, files: call.filter(isModule) },
    { name: 'call views', ...views, wanted: 70, files: call.filter((path) => !isModule(path)) },
    { name: 'rights', where: 'engines', wanted: 30, files: sources(...rights), testsOf: testsByPlace },
    {
      name: 'server',
      where: 'engines',
      wanted: 100,
      files: sources('apps/api/src/**/*.ts').filter(
        (path) => !isSaid(path) && !isEntry(path) && !decides.has(path),
      ),
      testsOf: testsByPlace,
    },
    {
      name: 'stream host',
      where: 'engines',
      wanted: 20,
      // A mistake is planted only in the test's own process; the daemon processes that the tests start never see it.
      files: sources('apps/stream-host/src/**/*.ts').filter((path) => ofHost(path).length > 0),
      testsOf: ofHost,
    },
    {
      name: 'calculator',
      where: 'node',
      wanted: 40,
      files: sources('packages/contract/src/rules/**/{billing,billing-periods,invoices,invoice-words}.ts'),
      testsOf: testsByLoad(contractTests),
    },
    {
      name: 'billing',
      where: 'engines',
      wanted: 30,
      files: sources(...billing),
      testsOf: testsByPlace,
    },
  ]
}

const callRooms = 'apps/web/src/features/calls/'

/** The folder of `features/calls` that holds a file, such as 'room' or 'stage'; undefined outside `features/calls`. */
export const callRoomOf = (path: string): string | undefined =>
  path.startsWith(callRooms) ? (/^([^/]+)\//.exec(path.slice(callRooms.length))?.[1] ?? 'calls') : undefined
