import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { medianOf } from '../support/median.ts'
import type { Running } from '../support/processes.ts'

/** Something whose memory is looked at again and again, in bytes. */
export interface Watched {
  name: string
  bytes: () => Promise<number>
}

/** For `NODE_OPTIONS` of a process that `heldBy` looks at. */
export const collecting = `--import=${new URL('collect-on-signal.ts', import.meta.url).href}`
/** For a collection to have been; one that comes later makes the figure worse, not better. */
const collectMs = 1000

/**
 * What a process holds of the machine's memory once it has let go of what nobody needs. By itself it does so late, on a
 * machine with much memory: one that needed 176 MB was seen to hold 312.
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

/** What a browser's pages hold in all, pictures and programs too. */
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
 * What a page still needs when everything that it does not need is gone, without the programs that the browser makes faster
 * while they run: these alone were a third of a megabyte in six minutes of a call in which nothing else grew.
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

/** The browser's documented form: nodes one after the other, each with the same fields. */
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

/** Looks until it is asked what has grown: from the looks after the first minutes to the last ones, each the median. */
export function watchMemory(watched: readonly Watched[], everyMs: number) {
  const looks: { at: number; bytes: number[] }[] = []
  const look = async () => {
    const bytes: number[] = []
    for (const each of watched) bytes.push(await each.bytes())
    looks.push({ at: Date.now(), bytes })
  }
  let pending = look()
  let isEnded = false
  // What is looked at goes when the proof does, in the middle of a look too.
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
      // Where everything is slow there were few: it is looked on until the two ends lie apart.
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
