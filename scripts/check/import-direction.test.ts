import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkImportDirection } from './import-direction.ts'

/** Writes the files into a temporary folder and returns the findings of the check. */
function problemsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'parley-imports-'))
  try {
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      writeFileSync(join(root, path), source)
    }
    return checkImportDirection(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

const api = 'apps/api/src'
const web = 'apps/web/src'
const contract = 'packages/contract/src'

describe('the check of imports', () => {
  test.each([
    [
      'the contract importing the API',
      `${contract}/people.ts`,
      "import '@parley/api/platform/log.ts'",
      'contract may import only',
    ],
    [
      'the platform importing a feature',
      `${api}/platform/http.ts`,
      "import '../features/people/people.ts'",
      'api/platform may import only',
    ],
    [
      'the platform importing a feature by its alias',
      `${api}/platform/http.ts`,
      "import '#features/people/people.ts'",
      'api/platform may import only',
    ],
    [
      "a feature importing another's queries",
      `${api}/features/sessions/sessions.ts`,
      "import { q } from '../people/queries.ts'",
      'its door alone',
    ],
    [
      "a feature dynamically importing another's queries",
      `${api}/features/sessions/sessions.ts`,
      "await import('../people/queries.ts')",
      'its door alone',
    ],
    [
      "a feature re-exporting another's queries",
      `${api}/features/sessions/sessions.ts`,
      "export * from '../people/queries.ts'",
      'its door alone',
    ],
    [
      "a feature using a type of another's queries",
      `${api}/features/sessions/sessions.ts`,
      "let q: import('../people/queries.ts').Q",
      'its door alone',
    ],
    [
      'the design system importing a feature',
      `${web}/ui/button.tsx`,
      "import '../features/people/people.ts'",
      'web/ui may import only',
    ],
    [
      'the design system importing a value of the contract',
      `${web}/ui/button.tsx`,
      "import { a } from '@parley/contract/people.ts'",
      'only types',
    ],
    [
      'the design system importing an inline type, which still loads the file',
      `${web}/ui/button.tsx`,
      "import { type A } from '@parley/contract/people.ts'",
      'only types',
    ],
    [
      'the web platform importing the design system',
      `${web}/platform/client.ts`,
      "import '../ui/button.tsx'",
      'web/platform may import only',
    ],
    [
      'a web feature importing a route',
      `${web}/features/people/table.tsx`,
      "import '../../routes/clients.tsx'",
      'web/features may import only',
    ],
    [
      'the web importing the API',
      `${web}/main.tsx`,
      "import '@parley/api/server.ts'",
      'web/entry may import only',
    ],
    [
      'the API importing a script',
      `${api}/server.ts`,
      "import '../../../scripts/dev.ts'",
      'api/entry may import only',
    ],
    ['code importing a test', `${api}/server.ts`, "import './server.test.ts'", 'nothing imports tests'],
  ])('refuses %s', (_name, path, source, reason) => {
    expect(problemsOf({ [path]: source })).toEqual([expect.stringContaining(reason)])
  })

  test('the check of imports refuses a cycle and names every file in it', () => {
    const problems = problemsOf({
      [`${api}/platform/a.ts`]: "import './b.ts'",
      [`${api}/platform/b.ts`]: "import './c.ts'",
      [`${api}/platform/c.ts`]: "import './a.ts'",
      [`${api}/platform/outside.ts`]: "import './a.ts'",
    })
    expect(problems).toEqual([
      expect.stringContaining(
        `${api}/platform/a.ts → ${api}/platform/b.ts → ${api}/platform/c.ts → ${api}/platform/a.ts`,
      ),
    ])
  })

  test('the check of imports refuses a file that cannot be parsed instead of skipping it', () => {
    expect(() => problemsOf({ 'scripts/broken.ts': 'import {' })).toThrow(
      'scripts/broken.ts cannot be parsed',
    )
  })
})

test('every allowed direction passes', () => {
  const problems = problemsOf({
    [`${contract}/people.ts`]: "import './rules/levels.ts'; import * as z from 'zod/mini'",
    [`${api}/platform/http.ts`]: "import { people } from '@parley/contract/people.ts'; import './log.ts'",
    [`${api}/features/people/people.ts`]: "import './queries.ts'; import '../../platform/http.ts'",
    [`${api}/features/sessions/sessions.ts`]:
      "import '../people/people.ts'; import '@parley/contract/people.ts'",
    [`${api}/features/sessions/sessions.test.ts`]:
      "import '../people/queries.ts'; import '../../../../../tests/support/stack.ts'",
    [`${api}/server.ts`]: "import './features/people/routes.ts'; import './platform/http.ts'",
    [`${web}/ui/button.tsx`]: "import type { A } from '@parley/contract/people.ts'; import './tokens.css'",
    [`${web}/platform/client.ts`]: "import '@parley/contract/people.ts'",
    [`${web}/features/people/people.ts`]: "import '../../ui/button.tsx'; import '../../platform/client.ts'",
    [`${web}/features/sessions/table.tsx`]:
      "import '../people/people.ts'; import '@parley/contract/people.ts'",
    [`${web}/routes/clients.tsx`]: "import '../features/people/clients-screen.tsx'",
    [`${web}/main.tsx`]: "import './routes/clients.tsx'",
    'scripts/demo.ts': "import '@parley/api/platform/http.ts'",
    'tests/journeys/sign-in.spec.ts': "import '../support/stack.ts'; import '../demo.ts'",
  })
  expect(problems).toEqual([])
})
