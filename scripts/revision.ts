import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a report is of: the commit, and the files as they lay there, changes that are not committed included. */
export interface Revision {
  commit: string
  tree: string
}

export function presentRevision(root = '.'): Revision {
  const folder = mkdtempSync(join(tmpdir(), 'parley-revision-'))
  try {
    // An index of its own: the one in which somebody gathers a commit stays as it is.
    const git = gitIn(root, { GIT_INDEX_FILE: join(folder, 'index') })
    git('add', '--all', '.')
    return { commit: git('rev-parse', 'HEAD'), tree: git('write-tree') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Whether anything but the documents is other than it was: what was tested then says nothing of what lies here now. */
export function isOutdated(then: Revision, now: Revision, root = '.'): boolean {
  try {
    return gitIn(root)('diff', '--name-only', then.tree, now.tree, '--', '.', ':!docs', ':!*.md') !== ''
  } catch {
    return true // The files of then are not known here: the report came from elsewhere.
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
