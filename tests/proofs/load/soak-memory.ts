import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { medianOf } from '../../support/measure/statistics.ts'
import type { Running } from '../../support/engines/processes.ts'

/** Something with a memory size, in bytes, that is sampled repeatedly. */
export interface Watched {
  name: string
  bytes: () => Promise<number>
}

/** The `NODE_OPTIONS` of a process that `heldBy` measures. */
export const collecting = `--import=${new URL('collect-on-signal.ts', import.meta.url).href}`
/** The time that a collection gets to finish. If it takes longer, the figure gets worse, not better. */
const collectMs = 1000

/**
 * A process's resident memory right after a garbage collection. Without the signal, Node collects late on a machine with
 * much memory: a process that needed 176 MB was seen to hold 312.
 */
export const heldBy = (name: string, { pid, send }: Pick<Running, 'pid' | 'send'>): Watched => ({
  name,
  bytes: async () => {
    send('SIGUSR2')
    await pause(collectMs)
    return residentBytes(pid)
  },
})

export const residentBytes = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** The resident memory of all of a browser's renderer processes, including pictures and compiled code. */
export async function heldByPages(name: string, page: Page): Promise<Watched> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (!session) throw new Error('the page has no browser of its own')
  return {
    name,
    bytes: async () => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo')
      const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentBytes(id))
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    },
  }
}

/**
 * A page's heap after a garbage collection, without compiled code, which the browser keeps optimizing: in six minutes of a
 * call in which nothing else grew, code alone grew by a third of a megabyte.
 */
export async function neededBy(name: string, page: Page): Promise<Watched> {
  const session = await page.context().newCDPSession(page)
  return {
    name,
    bytes: async () => {
      const pieces: string[] = []
      const keep = ({ chunk }: { chunk: string }) => void pieces.push(chunk)
      session.on('HeapProfiler.addHeapSnapshotChunk', keep)
      await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
      session.off('HeapProfiler.addHeapSnapshotChunk', keep)
      return bytesWithoutCode(pieces.join(''))
    },
  }
}

/** The browser's documented format: a flat list of nodes, each with the same fields. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}

function bytesWithoutCode(text: string): number {
  const {
    snapshot: { meta },
    nodes,
  } = JSON.parse(text) as HeapSnapshot
  const [width, type, size] = [
    meta.node_fields.length,
    meta.node_fields.indexOf('type'),
    meta.node_fields.indexOf('self_size'),
  ]
  const code = meta.node_types[0].indexOf('code')
  let bytes = 0
  for (let i = 0; i < nodes.length; i += width) if (nodes[i + type] !== code) bytes += nodes[i + size] ?? 0
  return bytes
}

export interface Growth {
  name: string
  before: number
  after: number
}

/** Samples memory until `grown` is called, which compares the medians of the first samples after settling and the last. */
export function watchMemory(watched: readonly Watched[], everyMs: number) {
  const looks: { at: number; bytes: number[] }[] = []
  const look = async () => {
    const bytes: number[] = []
    for (const each of watched) bytes.push(await each.bytes())
    looks.push({ at: Date.now(), bytes })
  }
  let pending = look()
  let isEnded = false
  // A watched process may end with the proof in the middle of a sample; ignore that error.
  const lookAgain = () =>
    pending.then(look).catch((error: unknown) => {
      if (!isEnded) throw error
    })
  const timer = setInterval(() => void (pending = lookAgain()), everyMs)
  return {
    [Symbol.dispose]: () => {
      isEnded = true
      clearInterval(timer)
    },
    latest: () => watched.map(({ name }, i) => ({ name, bytes: looks.at(-1)?.bytes[i] ?? 0 })),
    async grown(settledAt: number, stretchMs: number): Promise<Growth[]> {
      clearInterval(timer)
      await pending
      // On a slow machine there are few samples, so keep sampling until the two stretches do not overlap.
      const ends = () => {
        const settled = looks.filter(({ at }) => at >= settledAt).map(({ at }) => at)
        return [settled.at(0) ?? Infinity, settled.at(-1) ?? 0] as const
      }
      while (ends()[1] - ends()[0] < 2 * stretchMs) {
        await pause(everyMs)
        await look()
      }
      const [first, last] = ends()
      const median = (i: number, from: number) =>
        medianOf(
          looks.filter(({ at }) => from <= at && at <= from + stretchMs).map(({ bytes }) => bytes[i] ?? 0),
        )
      return watched.map(({ name }, i) => ({
        name,
        before: median(i, first),
        after: median(i, last - stretchMs),
      }))
    },
  }
}
