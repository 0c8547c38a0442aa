import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The code that a report is about: the commit, and the work tree including uncommitted changes. */
export interface Revision {
  commit: string
  tree: string
}

export function presentRevision(root = '.'): Revision {
  const folder = mkdtempSync(join(tmpdir(), 'parley-revision-'))
  try {
    // A temporary index, so that the developer's staged changes stay as they are.
    const git = gitIn(root, { GIT_INDEX_FILE: join(folder, 'index') })
    git('add', '--all', '.')
    return { commit: git('rev-parse', 'HEAD'), tree: git('write-tree') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Whether anything but documentation has changed, so that the old test results do not apply any more. */
export function isOutdated(then: Revision, now: Revision, root = '.'): boolean {
  try {
    return gitIn(root)('diff', '--name-only', then.tree, now.tree, '--', '.', ':!docs', ':!*.md') !== ''
  } catch {
    return true // The old tree is unknown here: the report came from another machine.
  }
}

const gitIn =
  (root: string, env: Record<string, string> = {}) =>
  (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
