import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'

/** A picture of the screen and from when on it was seen, in milliseconds of the machine's clock. */
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

export type Recording = ReturnType<typeof record>

/** Records one page after another. What happens between two shots is not in the film. */
export function record(dir: string) {
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

  /** How long the film is by now. */
  const length = (): number =>
    shots.reduce((sum, shot) => sum + (shot === running?.shot ? Date.now() : shot.until) - beginOf(shot), 0)

  /** What is seen now is the picture that stands for the film until it is played. */
  function keepPoster(): void {
    poster = running?.shot.frames.at(-1)?.file
  }

  return { shots, show, cut, length, keepPoster, poster: () => poster }
}

export const beginOf = ({ frames, until }: Shot): number => frames[0]?.at ?? until
