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

/** Creates a folder that PostgreSQL's own user can enter, independent of this shell's umask. */
export async function openFolder(path: string) {
  const topmost = await mkdir(path, { recursive: true })
  if (topmost === undefined) return
  for (let made = path; ; made = dirname(made)) {
    await chmod(made, 0o755)
    if (made === topmost) return
  }
}

/** Fills a cache folder once. It gets its name only when complete, so that a killed install never looks complete. */
export async function installOnce(cacheDir: string, name: string, fill: (folder: string) => Promise<void>) {
  const place = join(cacheDir, name)
  if (await exists(place)) return place
  await openFolder(cacheDir)
  const unfinished = join(cacheDir, `.tmp-${process.pid}-${randomUUID().slice(0, 8)}`)
  try {
    await openFolder(unfinished)
    await fill(unfinished)
    await rename(unfinished, place).catch(async (error: unknown) => {
      // A concurrent install of the same version was faster and is just as good.
      if (!(await exists(place))) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return place
}
