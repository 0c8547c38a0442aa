import type { CDPSession } from '@playwright/test'
import { requireGoodLine, waitForGoodLine } from './good-line.ts'
import { button, meet, tileOf } from './meeting.ts'
import type { Scene, Script } from './scene.ts'
import { untilInstant } from './recording/recording.ts'

const loopSeconds = 44
const loopMs = loopSeconds * 1000
/** The time from the click until camera and microphone are on. */
const devicesOnMs = 1000

/** In one loop the client talks, both wait, the coach asks, both wait again, and the client answers. */
export const listening: Script = {
  seconds: loopSeconds,
  // The film is about voices and pauses, so it needs real time.
  isByPictures: false,
  clientTalks: [
    [0, 6.4],
    [21.6, 28],
  ],
  coachTalks: [[11.2, 13.6]],
  // Longer than 80 lines: a script, from its first step to its last.
  steps: (scene) => {
    const { film, coach, client, world } = scene
    const { page, hand } = coach
    const other = () => tileOf(page, world.client.first_name)
    let loopAt = 0
    let line: CDPSession | undefined
    const until = (second: number) => untilInstant(loopAt + second * 1000)
    const choose = async (act: string) => {
      await hand.press(button(page, 'More'))
      await hand.press(page.getByRole('menuitem', { name: act, exact: true }))
    }
    /** Drops so many per cent of the client's packets, in each direction. */
    const lose = async (packetLoss: number) => {
      line ??= await client.page.context().newCDPSession(client.page)
      const conditions = { urlPattern: '', latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
      await line.send('Network.enable')
      await line.send('Network.emulateNetworkConditionsByRule', {
        offline: false,
        matchedNetworkConditions: [{ ...conditions, packetLoss }],
      })
    }
    return [
      {
        act: async () => {
          loopAt = await meetInStep(scene)
          await hand.lay()
          await film.show(page)
          await until(2.6)
          film.keepPoster()
          await until(5.6)
        },
      },
      { act: () => until(11) },
      {
        act: async () => {
          await until(21.4)
          await requireGoodLine(page)
        },
      },
      {
        act: async () => {
          await hand.pointAt(other().locator('figcaption'), 0.1)
          await until(27.4)
        },
      },
      {
        act: async () => {
          await hand.pointAt(other(), 0.72, 0.5)
          await until(34)
          await requireGoodLine(page)
        },
      },
      {
        act: async () => {
          await film.cut()
          await lose(20)
          const mark = other().getByText('Weak')
          await mark.waitFor({ timeout: 90_000 })
          await film.show(page)
          await film.stay(1000)
          await hand.pointAt(mark)
          await film.stay(3000)
        },
      },
      {
        isCaptionOnTop: false,
        act: async () => {
          await choose('Audio only')
          await film.stay(3200)
        },
      },
      {
        act: async () => {
          await film.cut()
          await lose(0)
          await button(page, 'Turn picture on').click()
          await waitForGoodLine(page)
          await film.stay(6000)
          await film.show(page)
          await film.stay(600)
          await choose('Hide my picture')
          await hand.pointAt(other(), 0.72, 0.5)
          await film.stay(2400)
          await film.cut()
        },
      },
    ]
  },
}

/** Brings both into a call with synchronized voices. Returns when their common loop begins next. */
async function meetInStep(scene: Scene): Promise<number> {
  let heardSince = 0
  await meet(scene, 'Listening', async (coachSince) => {
    heardSince = coachSince
    await untilInstant(loopAfter(heardSince, Date.now() + devicesOnMs) - devicesOnMs)
  })
  await waitForGoodLine(scene.coach.page)
  // The video takes some seconds to get sharp.
  const loopAt = loopAfter(heardSince, Date.now() + 12_000)
  await untilInstant(loopAt)
  return loopAt
}

const loopAfter = (began: number, at: number): number => began + Math.ceil((at - began) / loopMs) * loopMs
