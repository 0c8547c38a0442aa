import { existsSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'
const ours = 'parley-stream'
const isUnified = () => existsSync(join(root, 'cgroup.controllers'))

/**
 * Limits the memory of all processes of an instance together. Returns the files that a process writes its id to before it
 * executes its command; none if this machine has no cgroups.
 */
export async function boundInstance(instance: string, memoryMb: number): Promise<string[]> {
  const bytes = String(memoryMb * 1024 * 1024)
  try {
    if (isUnified()) {
      await mkdir(join(root, ours), { recursive: true })
      await writeFile(join(root, 'cgroup.subtree_control'), '+memory')
      await writeFile(join(root, ours, 'cgroup.subtree_control'), '+memory')
      const folder = join(root, ours, instance)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'memory.max'), bytes)
      return [join(folder, 'cgroup.procs')]
    }
    const folder = join(root, 'memory', ours, instance)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'memory.limit_in_bytes'), bytes)
    return [join(folder, 'cgroup.procs')]
  } catch {
    return []
  }
}

/** Called once all its processes are gone. */
export async function unbindInstance(instance: string): Promise<void> {
  const folder = isUnified() ? join(root, ours, instance) : join(root, 'memory', ours, instance)
  await rmdir(folder).catch(() => {})
}
