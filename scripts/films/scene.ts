import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { cameraClip } from './camera/camera-clip.ts'
import { nameDevices } from './camera/device-names.ts'
import { handOn, type Hand } from './recording/hand.ts'
import { clientLook, coachLook } from './camera/looks.ts'
import { drawPointer } from './recording/pointer.ts'
import { frameSize, recordByPictures, recordLive, type Recording } from './recording/recording.ts'
import { writeSpeech, type Talk } from './camera/speech.ts'
import type { World } from './portal/world.ts'

/** A person with their own browser. */
export interface Actor {
  page: Page
  hand: Hand
}

export interface Scene {
  world: World
  film: Recording
  coach: Actor
  client: Actor
}

export interface Step {
  /** Set if the step happens at the lower edge, so that its caption does not cover it. */
  isCaptionOnTop?: boolean
  act: () => Promise<void>
}

/** A film: when each person talks in a loop of `seconds`, and one step for each caption. */
export interface Script {
  seconds: number
  /** Recorded frame by frame, because nothing in it needs real time. This works on any machine. */
  isByPictures: boolean
  coachTalks: Talk
  clientTalks: Talk
  steps: (scene: Scene) => Step[]
}

/** Roughly how much longer than real time it takes to record frame by frame. */
const slowness = 4

/** The viewport of a page that is off camera. Rendering large video there would slow the filmed page down. */
export const unseenSize = { width: 800, height: 480 }

const launch = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--hide-scrollbars', ...args],
  })

/** Opens a browser with camera and voice for each person while `work` runs. */
export async function withScene<T>(
  world: World,
  { seconds, isByPictures, coachTalks, clientTalks }: Script,
  work: (scene: Scene) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'parley-film-'))
  const painter = await launch()
  const open = async (name: string, camera: string, talk: Talk) => {
    const microphone = join(dir, `${name}.wav`)
    await writeSpeech(microphone, talk, seconds)
    return launch([
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${camera}`,
      `--use-file-for-fake-audio-capture=${microphone}`,
    ])
  }
  const pace = isByPictures ? slowness : 1
  const coachCamera = await cameraClip(painter, coachLook, coachTalks, seconds, pace)
  const clientCamera = await cameraClip(painter, clientLook, clientTalks, seconds, pace)
  await painter.close()
  const browsers = [
    await open('coach', coachCamera, coachTalks),
    await open('client', clientCamera, clientTalks),
  ] as const
  try {
    const film = isByPictures ? recordByPictures(dir) : recordLive(dir)
    const coach = await actorIn(browsers[0], world, film, [{ name: 'parley.token', value: world.token }])
    const client = await actorIn(browsers[1], world, film, [])
    return await work({ world, film, coach, client }).catch(async (error: unknown) => {
      console.error(error, `\nWhat both saw then is in ${dir}.`)
      await coach.page.screenshot({ path: join(dir, 'coach.png') })
      await client.page.screenshot({ path: join(dir, 'client.png') })
      throw error
    })
  } finally {
    for (const browser of browsers) await browser.close()
  }
}

interface Stored {
  name: string
  value: string
}

async function actorIn(
  browser: Browser,
  { origin, zone }: World,
  film: Recording,
  localStorage: Stored[],
): Promise<Actor> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: frameSize,
    timezoneId: zone,
    locale: 'en-US',
    colorScheme: 'light',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  await context.addInitScript(drawPointer)
  await context.addInitScript(nameDevices)
  const page = await context.newPage()
  return { page, hand: handOn(page, film) }
}
