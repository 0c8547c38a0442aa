import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'

/** A picture of the screen and from when on it was seen, in milliseconds of the film's clock. */
interface Frame {
  file: string
  at: number
}

/** What was seen without a cut. */
export interface Shot {
  frames: Frame[]
  until: number
}

export const frameSize = { width: 1280, height: 720 }

/** Records one page after another. What happens between two shots is not in the film. */
export interface Recording {
  shots: readonly Shot[]
  show: (page: Page) => Promise<void>
  cut: () => Promise<void>
  /** The film's clock. */
  now: () => number
  /** Lets so many milliseconds of the film pass. */
  stay: (ms: number) => Promise<void>
  /** How long the film is by now. */
  length: () => number
  /** What is seen now is the picture that stands for the film until it is played. */
  keepPoster: () => void
  poster: () => string | undefined
}

/** As it happens, by the machine's clock: for people who talk, on a machine that has nothing else to do. */
export function recordLive(dir: string): Recording {
  const shots: Shot[] = []
  let poster: string | undefined
  let running: { shot: Shot; session: CDPSession; page: Page; written: Promise<void>[] } | undefined

  async function cut(): Promise<void> {
    if (!running) return
    const { shot, session, written } = running
    running = undefined
    shot.until = Date.now()
    await session.send('Page.stopScreencast')
    await session.detach()
    await Promise.all(written)
  }

  async function show(page: Page): Promise<void> {
    if (running?.page === page) return
    await cut()
    const shot: Shot = { frames: [], until: 0 }
    const folder = join(dir, `shot-${shots.length}`)
    await mkdir(folder, { recursive: true })
    const session = await page.context().newCDPSession(page)
    const written: Promise<void>[] = []
    const asked = Date.now()
    const hasBegun = new Promise<void>((resolve) => {
      session.on('Page.screencastFrame', ({ data, sessionId, metadata: { timestamp = 0 } }) => {
        const file = join(folder, `${String(shot.frames.length).padStart(5, '0')}.jpg`)
        // What stood there before is seen from now on.
        shot.frames.push({ file, at: Math.max(asked, timestamp * 1000) })
        written.push(writeFile(file, data, 'base64'))
        resolve()
        // A page that is gone by now needs no thanks.
        session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
      })
    })
    await session.send('Page.startScreencast', {
      format: 'jpeg',
      quality: 92,
      maxWidth: frameSize.width,
      maxHeight: frameSize.height,
    })
    await hasBegun
    shots.push(shot)
    running = { shot, session, page, written }
  }

  const length = (): number =>
    shots.reduce((sum, shot) => sum + (shot === running?.shot ? Date.now() : shot.until) - beginOf(shot), 0)

  function keepPoster(): void {
    poster = running?.shot.frames.at(-1)?.file
  }

  const stay = (ms: number): Promise<void> => rest(ms)
  return { shots, show, cut, now: Date.now, stay, length, keepPoster, poster: () => poster }
}

/** Picture by picture, by a clock of its own: it runs evenly however slow the machine is. */
export function recordByPictures(dir: string): Recording {
  const shots: Shot[] = []
  let seen: Page | undefined
  let clock = 0
  let taken = 0
  let poster: string | undefined

  async function stay(ms: number): Promise<void> {
    const shot = shots.at(-1)
    if (seen && shot) {
      const file = join(dir, `${String(taken).padStart(5, '0')}.jpg`)
      taken += 1
      await seen.screenshot({ path: file, type: 'jpeg', quality: 92, caret: 'initial' })
      shot.frames.push({ file, at: clock })
      shot.until = clock + ms
    }
    clock += ms
  }

  return {
    shots,
    stay,
    now: () => clock,
    show: async (page) => {
      if (seen === page) return
      seen = page
      await mkdir(dir, { recursive: true })
      shots.push({ frames: [], until: clock })
    },
    cut: async () => {
      seen = undefined
    },
    length: () => shots.reduce((sum, shot) => sum + shot.until - beginOf(shot), 0),
    keepPoster: () => {
      poster = shots.at(-1)?.frames.at(-1)?.file
    },
    poster: () => poster,
  }
}

export const beginOf = ({ frames, until }: Shot): number => frames[0]?.at ?? until
