import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeFilter, filesByProject, projectFiles } from './filters.ts'

test('a part of a path selects the files of every project whose path contains it', () => {
  const files = filesByProject(['web/src/features/assessment'])
  expect(files['node']).toContain('apps/web/src/features/assessment/model/outbox.test.ts')
  expect(files['gallery']?.length).toBeGreaterThan(0)
  expect(files['screens']?.length).toBeGreaterThan(0)
  for (const found of Object.values(files).flat()) expect(found).toContain('web/src/features/assessment')
})

test('a filter says how many files of each project it takes, and which project it leaves out', () => {
  const files = filesByProject(['contract/src/wor', 'src/MONEY'], () => [
    'packages/contract/src/words.test.ts',
    'packages/contract/src/money.test.ts',
    'apps/api/src/app.test.ts',
  ])
  expect(describeFilter(['wor', 'money'], { ...files, gallery: [] })).toBe(
    "files with 'wor' or 'money' in their path: node 2; gallery none, left out; screens 2",
  )
})

test('every test and story of the repository is in exactly one project', () => {
  const everything = globSync('{apps,packages,scripts,tests}/**/*.{test.ts,test.tsx,stories.tsx}', {
    exclude: (path) => path === 'node_modules' || path.endsWith('/node_modules'),
  })
  const inProjects = Object.values(projectFiles).flatMap((patterns) => globSync(patterns))
  expect(inProjects.toSorted()).toEqual(everything.toSorted())
})
