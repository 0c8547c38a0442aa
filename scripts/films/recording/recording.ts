import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'

/** A picture of the screen and when it appeared, in milliseconds of the film's clock. */
interface Frame {
  file: string
  at: number
}

/** A sequence of frames without a cut. */
export interface Shot {
  frames: Frame[]
  until: number
}

export const frameSize = { width: 1280, height: 720 }

/** Records one page after another. Anything that happens between two shots is not in the film. */
export interface Recording {
  shots: readonly Shot[]
  show: (page: Page) => Promise<void>
  cut: () => Promise<void>
  /** The film's clock. */
  now: () => number
  /** Waits for so many milliseconds of the film. */
  stay: (ms: number) => Promise<void>
  /** The length of the film so far. */
  length: () => number
  /** Makes the current frame the film's poster. */
  keepPoster: () => void
  poster: () => string | undefined
}

/** Records in real time. Needed when people talk; requires an idle machine. */
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
        // A frame from before the request is shown from the request on.
        shot.frames.push({ file, at: Math.max(asked, timestamp * 1000) })
        written.push(writeFile(file, data, 'base64'))
        resolve()
        // Ignore the failure if the page is gone by now.
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

/** Records frame by frame with its own clock, so that motion is even however slow the machine is. */
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

export const untilInstant = (at: number): Promise<void> => rest(Math.max(0, at - Date.now()))

const pictureMs = 120

/** Keeps recording while people move. */
export async function watch(film: Recording, ms: number): Promise<void> {
  for (const until = film.now() + ms; film.now() < until;) await film.stay(pictureMs)
}
