import type { PictureAnswer } from '#platform/http/answers.ts'
import { maskSecrets, type Log } from '#platform/process/log.ts'
import { kept } from './kept.ts'
import type { Space } from './space.ts'

const hourMs = 3_600_000
/** The most bytes of pictures that one process keeps. */
const bytesMax = 32 * 1024 * 1024
/** The most pictures to fetch at once; the others wait. */
const lanes = 4

interface PicturesDeps {
  space: Pick<Space, 'picture'>
  clock: () => number
  log: Log
}

interface Picture {
  get: () => Promise<PictureAnswer | undefined>
  bytes: number
}

/** Caches pictures of a space for an hour and up to a total size, so that callers who request many cause few fetches. */
export function openPictures({ space, clock, log }: PicturesDeps) {
  const pictures = new Map<string, Picture>()
  const inTurn = lanesOf(lanes)

  function openPicture(address: URL): Picture {
    const get = kept<PictureAnswer | undefined>({
      ask: () => inTurn(() => space.picture(address)),
      first: undefined,
      clock,
      keptMs: hourMs,
      tell: (reason) => {
        const picture = address.pathname
        if (reason === undefined) log.info({ picture }, 'a picture of Contentful is there again')
        else log.warn({ picture, reason: maskSecrets(reason) }, 'a picture of Contentful is not there')
      },
    })
    return { get, bytes: 0 }
  }

  /** Evicts pictures that the content no longer names, then the least recently used ones. */
  function makeRoom(named: ReadonlySet<string>): void {
    for (const address of pictures.keys()) if (!named.has(address)) pictures.delete(address)
    let total = [...pictures.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    for (const [address, { bytes }] of pictures) {
      if (total <= bytesMax) return
      total -= bytes
      pictures.delete(address)
    }
  }

  return async (id: string, named: ReadonlyMap<string, URL>): Promise<PictureAnswer | undefined> => {
    const address = named.get(id)
    if (!address) return undefined
    const picture = pictures.get(address.href) ?? openPicture(address)
    // Move it to the end: eviction starts with the least recently used.
    pictures.delete(address.href)
    pictures.set(address.href, picture)
    const found = await picture.get()
    picture.bytes = found?.bytes.length ?? 0
    makeRoom(new Set([...named.values()].map(({ href }) => href)))
    return found
  }
}

function lanesOf(count: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= count) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // Hand the lane straight to the next caller, so that nobody else can take it in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
