import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { installOnce, run } from './install.ts'

interface GoProgram {
  /** Its name here; the folder in the cache bears it with the version. */
  name: string
  version: string
  /** What `go install` is told to build. */
  from: string
  /** The file that this makes, where it is not the name. */
  makes?: string
}

/** LiveKit needs it; a Go from 1.21 on fetches it by itself. */
const toolchain = 'go1.26.8'

/** Where a program that is built from source stands. */
export const goProgramFile = (cacheDir: string, { name, version }: GoProgram) =>
  join(cacheDir, `${name}-${version}`, name)

/** Builds a program once, at an exact version. It takes minutes, and then never again on this machine. */
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
        throw new Error(`${name} is built with Go, which is not installed: install Go 1.21 or newer.`)
      throw error
    })
    await rename(join(folder, makes), join(folder, name))
  })
}
