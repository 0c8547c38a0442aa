import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkHouseRules, checkNamedFiles } from './house-rules.ts'

function problemsOf(path: string, text: string): string[] {
  const root = mkdtempSync(join(tmpdir(), 'parley-house-'))
  try {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
    return checkHouseRules(root, [path])
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** Joins banned words at run time, so that this file does not break the rules that it tests. */
const word = (...parts: string[]) => parts.join('')

describe('names', () => {
  test.each([
    'scripts/utils.ts',
    'apps/web/src/ui/index.tsx',
    'packages/contract/src/types.ts',
    'scripts/helpers.test.ts',
  ])('%s is refused as a name that says nothing', (path) =>
    expect(problemsOf(path, '')).toEqual([expect.stringContaining('says nothing')]),
  )

  test.each(['apps/web/src/ui/Button.tsx', 'scripts/dev_server.ts', 'scripts/devServer.ts'])(
    '%s is refused because it is not in kebab-case',
    (path) => expect(problemsOf(path, '')).toEqual([expect.stringContaining('kebab-case')]),
  )

  test.each([
    'vitest.config.ts',
    'scripts/check/house-rules.test.ts',
    'apps/api/src/platform/database/database-types.ts',
    'README.md',
  ])('%s is accepted', (path) => expect(problemsOf(path, '')).toEqual([]))
})

describe('texts', () => {
  test('a file that uses font-voice must import the font', () => {
    const view = 'export const Words = () => <p className="font-voice" />\n'
    const path = 'apps/web/src/features/chat/words.tsx'
    expect(problemsOf(path, view)).toEqual([expect.stringContaining('font-voice is not loaded')])
    expect(problemsOf(path, `import '@fontsource-variable/literata/index.css'\n${view}`)).toEqual([])
  })

  test.each([
    ['a skipped test', 'a.test.ts', word('test.', "skip('x')")],
    ['a test that runs alone', 'a.test.ts', word('describe.', "only('x')")],
    ['a test left for later', 'a.test.ts', word('test.', "todo('x')")],
    ['a broken journey', 'tests/journeys/a.spec.ts', word('test.describe.', "fixme('x')")],
    ['a test that is expected to fail', 'a.test.ts', word('test.', "fails('x')")],
    ['a journey that is expected to fail', 'tests/journeys/a.spec.ts', word('test.', "fail('x')")],
    ['a test that runs sometimes', 'a.test.ts', word('describe.', "skipIf(x)('x')")],
    ['a text matched by part', 'tests/journeys/a.spec.ts', word("getByText('x', { exact: ", 'false })')],
    ['a mocked module', 'a.test.ts', word('vi.', "mock('x')")],
    ['a sleeping journey', 'tests/journeys/a.spec.ts', word('page.waitFor', 'Timeout(5)')],
    ['work left open', 'apps/api/migrations/1.sql', word('-- TO', 'DO later')],
    [
      'the environment read outside the configuration',
      'apps/api/src/server.ts',
      word('process.', 'env.PORT'),
    ],
    ['an unknown breakpoint', 'apps/web/src/a.tsx', word('<p className="m', 'd:flex" />')],
    ["a machine's path", 'docs/a.md', word('see /wo', 'rk/main')],
    ['a path outside the repository', 'docs/a.md', word('see ../sha', 'red/a.md')],
    ["a registry's host", 'Dockerfile', word('https://registry.npm', 'js.org/')],
  ])('%s is refused with file, line and remedy', (_name, path, text) => {
    expect(problemsOf(path, `first\n${text}\n`)).toEqual([
      expect.stringMatching(`^${path}:2: '.+' is not allowed: .+`),
    ])
  })

  test.each([
    'apps/api/src/platform/process/config.ts',
    'scripts/dev.ts',
    'tests/support/stack.ts',
    'vitest.config.ts',
    'a.test.ts',
  ])('%s may read the environment', (path) =>
    expect(problemsOf(path, word('process.', 'env.PORT'))).toEqual([]),
  )

  test('a picture is not searched', () => {
    expect(problemsOf('docs/a.png', word('/wo', 'rk/'))).toEqual([])
  })
})

describe('the two dark blocks', () => {
  const tokens = (chosen: string, system: string) =>
    `:root { --ink: #000; }
:root[data-theme="dark"] { ${chosen} }
@media (prefers-color-scheme: dark) {
  :root:not([data-theme]) { ${system} }
}`
  const path = 'apps/web/src/ui/tokens.css'

  test('equal declarations pass, however they are laid out', () => {
    expect(
      problemsOf(path, tokens('--ink: #fff; --line: #111;', '/* dark */ --ink:  #fff;\n--line: #111')),
    ).toEqual([])
  })

  test('a value that differs between the two is named', () => {
    expect(problemsOf(path, tokens('--ink: #fff;', '--ink: #eee;'))).toEqual([
      expect.stringContaining('--ink: #fff; --ink: #eee'),
    ])
  })

  test('a missing block is refused', () => {
    expect(problemsOf(path, ':root { --ink: #000; }')).toEqual([expect.stringContaining('two dark blocks')])
  })
})

describe('files that the documentation names', () => {
  const files = ['apps/api/src/platform/live/watch.ts', 'tests/matrix.test.ts']

  test.each(['watch.ts', 'live/watch.ts', 'api/platform/live/watch.ts', 'tests/matrix.test.ts'])(
    '%s is found, in full or by the end of its path',
    (name) => expect(checkNamedFiles('docs/a.md', `Look at \`${name}\`.`, files)).toEqual([]),
  )

  test('a file that is gone is named with its page', () => {
    expect(
      checkNamedFiles('docs/a.md', 'See `live-watch.ts`, and `./name.ts` or `data.json`.', files),
    ).toEqual(['docs/a.md: there is no file `live-watch.ts`. Name the one that took its place.'])
  })
})
