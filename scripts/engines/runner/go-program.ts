import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { installOnce, run } from './install.ts'

interface GoProgram {
  /** Our name for it, which with the version names its folder in the cache. */
  name: string
  version: string
  /** The package that `go install` builds. */
  from: string
  /** The name of the built file, if it is not `name`. */
  makes?: string
}

/** LiveKit needs this version; Go 1.21 or newer downloads it. */
const toolchain = 'go1.26.8'

/** The path of a program that is built from source. */
export const goProgramFile = (cacheDir: string, { name, version }: GoProgram) =>
  join(cacheDir, `${name}-${version}`, name)

/** Builds a program at an exact version. It takes minutes, but only once per machine. */
export async function installGoProgram(cacheDir: string, program: GoProgram): Promise<void> {
  const { name, version, from, makes = name } = program
  await installOnce(cacheDir, `${name}-${version}`, async (folder) => {
    await run('go', ['install', '-ldflags=-s -w', `${from}@v${version}`], {
      env: {
        ...process.env,
        CGO_ENABLED: '0',
        GOFLAGS: '-trimpath -buildvcs=false',
        GOTOOLCHAIN: toolchain,
        GOBIN: folder,
      },
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        throw new Error(
          `${name} is built with Go, which is not installed: run scripts/setup, or install Go 1.21 or newer.`,
        )
      throw error
    })
    await rename(join(folder, makes), join(folder, name))
  })
}
