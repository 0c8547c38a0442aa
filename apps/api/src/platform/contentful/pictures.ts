import type { PictureAnswer } from '#platform/answers.ts'
import { maskSecrets, type Log } from '#platform/log.ts'
import { kept } from './kept.ts'
import type { Space } from './space.ts'

const hourMs = 3_600_000
/** All that are kept, of one process. */
const bytesMax = 32 * 1024 * 1024
/** Fetched at once; the others wait. */
const lanes = 4

interface Given {
  space: Pick<Space, 'picture'>
  clock: () => number
  log: Log
}

interface Picture {
  get: () => Promise<PictureAnswer | undefined>
  bytes: number
}

/** Pictures of a space, kept for an hour and within a bound: whoever asks for many makes nobody fetch much. */
export function openPictures({ space, clock, log }: Given) {
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

  /** Out go those that nobody names any more, then those that were not asked for the longest. */
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
    // Asked for just now, hence the last to go.
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
      // The lane goes to whoever waits, without being free in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
