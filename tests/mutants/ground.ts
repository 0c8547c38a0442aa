import { globSync, readFileSync } from 'node:fs'
import { importsOf, resolveOwn } from '../../scripts/check/source-imports.ts'
import type { Batch } from './run-batch.ts'

/** A part of the product in which mistakes are planted, and the tests that are to notice them. */
export interface Ground {
  name: 'contract' | 'rights' | 'pure' | 'views' | 'calculator' | 'billing'
  where: Batch['where']
  /** How many mistakes a full run plants. */
  wanted: number
  files: string[]
  /** The tests that touch a file, the nearest first. */
  testsOf: (file: string) => string[]
}

const isTest = (path: string) => /\.(?:test|stories|spec)\.tsx?$/.test(path)
const files = (...patterns: string[]) => patterns.flatMap((pattern) => globSync(pattern)).toSorted()
const sources = (...patterns: string[]) => files(...patterns).filter((path) => !isTest(path))

/** Everything that a file loads, itself included, types left out. */
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

/** What a file itself loads; read once, for hundreds of tests load the same. */
function loadedNext(path: string): string[] {
  const known = next.get(path)
  if (known) return known
  const found = importsOf(path, readFileSync(path, 'utf8'))
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ specifier }) => resolveOwn('.', path, specifier) ?? '')
  next.set(path, found)
  return found
}

/** Tests by the files that they load; those nearest to a file, by the folders they share, come first. */
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
      // What all of these pass, the hundredth that loads the file by the way will pass too.
      .slice(0, nearestMax)
}

const nearestMax = 10
/** Stands around every story. */
const storyFrame = 'apps/web/.storybook/preview.tsx'

function shared(one: string, other: string): number {
  const [parts, others] = [one.split('/'), other.split('/')]
  const count = parts.findIndex((part, i) => part !== others[i])
  const isBeside = one.replace(/\.(?:test|stories)\.tsx?$/, '') === other.replace(/\.tsx?$/, '')
  return count + (isBeside ? 100 : 0)
}

/** Every test of the API loads all of it: those of the same folder, of the same feature, and the matrix are the ones meant. */
function testsByPlace(file: string): string[] {
  const folder = file.slice(0, file.lastIndexOf('/'))
  const feature = /^apps\/api\/src\/(?:features\/[^/]+|platform)/.exec(file)?.[0] ?? folder
  const beside = files(`${folder}/*.test.ts`).toSorted((a, b) => shared(b, file) - shared(a, file))
  const further = files(`${feature}/**/*.test.ts`).filter((test) => !beside.includes(test))
  return [...beside, 'tests/matrix.test.ts', 'tests/matrix-fields.test.ts', ...further]
}

/** Where a right, a scope or a status is decided. */
const rights = [
  'apps/api/src/platform/principals.ts',
  'apps/api/src/features/people/{people,queries,scope,rights,create-person,update-person,login-email,reset-second-factor}.ts',
  'apps/api/src/features/organizations/organizations.ts',
  'apps/api/src/features/sessions/list/{list-asked,filter-options}.ts',
  'apps/api/src/features/sessions/booking/{rights,status,update,create,booking,correct,reach}.ts',
  'apps/api/src/features/sessions/{present,queries,scope}.ts',
  'apps/api/src/features/operations/audit-log.ts',
]

/** What decides and says without a screen: no React, no server, no store of the browser. */
const isPure = (path: string) =>
  !/\/(?:sample|hand)-/.test(path) &&
  !/from '(?:react|@tanstack|#platform\/(?:server|live|sign-in)|#base\/store)|document\.|window\.|localStorage/.test(
    readFileSync(path, 'utf8'),
  )

export function grounds(): Ground[] {
  const contractTests = files('packages/contract/src/**/*.test.ts')
  const webTests = files('apps/web/src/**/*.test.ts')
  const viewTests = files('apps/web/src/**/*.stories.tsx', 'apps/web/src/**/*.test.tsx')
  const [ofPure, ofViews] = [testsByLoad(webTests), testsByLoad(viewTests)]
  const pure = sources('apps/web/src/**/*.ts').filter(isPure)
  // What only a screen shows is proved on the screen.
  const isShown = (path: string) => ofPure(path).length === 0 && ofViews(path).length > 0
  return [
    {
      name: 'contract',
      where: 'node',
      wanted: 200,
      files: sources('packages/contract/src/**/*.ts'),
      testsOf: testsByLoad([...contractTests, 'tests/routes.test.ts', ...webTests]),
    },
    {
      name: 'pure',
      where: 'node',
      wanted: 80,
      files: pure.filter((path) => !isShown(path)),
      testsOf: ofPure,
    },
    {
      name: 'views',
      where: 'browser',
      wanted: 220,
      files: [
        ...sources('apps/web/src/{features,ui}/**/*.tsx').filter((path) => ofViews(path).length > 0),
        ...pure.filter(isShown),
      ],
      testsOf: ofViews,
    },
    { name: 'rights', where: 'engines', wanted: 60, files: sources(...rights), testsOf: testsByPlace },
    {
      name: 'calculator',
      where: 'node',
      wanted: 80,
      files: sources('packages/contract/src/rules/{billing,billing-periods,invoices,invoice-words}.ts'),
      testsOf: testsByLoad(contractTests),
    },
    {
      name: 'billing',
      where: 'engines',
      wanted: 60,
      files: sources(
        'apps/api/src/features/billing/{due,run,issue,status,reissue,queries,invoices,present,line-sessions,preview}.ts',
        'apps/api/src/features/billing/payment/*.ts',
      ),
      testsOf: testsByPlace,
    },
  ]
}
