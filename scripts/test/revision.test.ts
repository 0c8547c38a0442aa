import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOutdated, presentRevision } from './revision.ts'

let root: string
const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], {
    cwd: root,
    encoding: 'utf8',
  })

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-repository-'))
  mkdirSync(join(root, 'docs'))
  git('init', '--quiet')
  write('code.ts', 'one')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
})
afterEach(() => rmSync(root, { recursive: true }))

test('a change of code outdates a report, and a change of documents does not', () => {
  const then = presentRevision(root)
  expect(then.commit).toBe(git('rev-parse', 'HEAD').trim())
  expect(isOutdated(then, presentRevision(root), root)).toBe(false)
  write('docs/promises-covered.txt', 'AUTH-01')
  write('CHANGELOG.md', 'new')
  expect(isOutdated(then, presentRevision(root), root)).toBe(false)
  write('new.ts', 'two')
  expect(isOutdated(then, presentRevision(root), root)).toBe(true)
})

test('committing the tested changes does not outdate the report', () => {
  write('code.ts', 'two')
  const then = presentRevision(root)
  git('commit', '--quiet', '--all', '--message', 'second')
  expect(isOutdated(then, presentRevision(root), root)).toBe(false)
})

test('reading the revision leaves the git index as it is', () => {
  write('code.ts', 'two')
  write('new.ts', 'three')
  git('add', 'new.ts')
  const before = git('status', '--porcelain')
  presentRevision(root)
  expect(git('status', '--porcelain')).toBe(before)
})

test('a report of an unknown commit is outdated', () => {
  const elsewhere = { commit: '0'.repeat(40), tree: '1'.repeat(40) }
  expect(isOutdated(elsewhere, presentRevision(root), root)).toBe(true)
})
