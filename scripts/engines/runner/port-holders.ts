import { readdir, readFile, readlink } from 'node:fs/promises'

const listening = '0A'

/** Describes the process that listens on a TCP port of this machine; undefined if none does. */
export async function portHolder(port: number): Promise<string | undefined> {
  const socket = (await listeners()).find((entry) => entry.port === port)
  if (!socket) return undefined
  const pid = await socketOwner(socket.inode)
  // Ordinary users cannot see other users' open files, but the kernel still tells the socket's user id.
  if (pid === undefined) return `a process of user id ${socket.uid}`
  return `process ${pid} (${(await argumentsOf(pid)).join(' ').slice(0, 120) || 'no command line'})`
}

async function argumentsOf(pid: number) {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return line.split('\0').filter((word) => word !== '')
}

async function listeners() {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  )
  return tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === listening)
    .map((fields) => ({
      port: Number.parseInt(fields[1]?.split(':').at(-1) ?? '', 16),
      uid: fields[7] ?? '?',
      inode: fields[9] ?? '?',
    }))
}

async function socketOwner(inode: string) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const pid of pids) {
    // Skip processes that end during the scan, and those of other users, whose files we cannot read.
    const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
    for (const file of files) {
      const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')
      if (target === `socket:[${inode}]`) return pid
    }
  }
  return undefined
}
