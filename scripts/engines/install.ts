import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { access, chmod, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export const run = promisify(execFile)

export const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Makes a folder that PostgreSQL's own user can pass through, whatever this shell's umask is. */
export async function openFolder(path: string) {
  const topmost = await mkdir(path, { recursive: true })
  if (topmost === undefined) return
  for (let made = path; ; made = dirname(made)) {
    await chmod(made, 0o755)
    if (made === topmost) return
  }
}

/** Fills a folder of the cache once. It gets its name only when whole: a killed install leaves nothing that looks complete. */
export async function installOnce(cacheDir: string, name: string, fill: (folder: string) => Promise<void>) {
  const place = join(cacheDir, name)
  if (await exists(place)) return place
  await openFolder(cacheDir)
  const unfinished = join(cacheDir, `.tmp-${process.pid}-${randomUUID().slice(0, 8)}`)
  try {
    await openFolder(unfinished)
    await fill(unfinished)
    await rename(unfinished, place).catch(async (error: unknown) => {
      // Another install of the same version was quicker: theirs is as good.
      if (!(await exists(place))) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return place
}
