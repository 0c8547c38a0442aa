import type { Locator, Page } from '@playwright/test'
import type { Recording } from './recording.ts'

/** A place at which the pointer covers nothing, even in a call. */
const start = { x: 320, y: 690 }
const pixelsPerMs = 0.62
const quickestMs = 420
const slowestMs = 1100
const stepMs = 40
const keyMs = 62

export type Hand = ReturnType<typeof handOn>

/** Moves the pointer calmly, so that viewers can follow it. */
export function handOn(page: Page, film: Recording) {
  let at = start

  async function moveTo(x: number, y: number): Promise<void> {
    const from = at
    const lasts = Math.hypot(x - from.x, y - from.y) / pixelsPerMs
    const lastsMs = Math.min(slowestMs, Math.max(quickestMs, lasts))
    const began = film.now()
    for (let share = 0; share < 1;) {
      share = Math.min(1, (film.now() - began) / lastsMs)
      const eased = share * share * (3 - 2 * share)
      at = { x: from.x + (x - from.x) * eased, y: from.y + (y - from.y) * eased }
      await page.mouse.move(at.x, at.y)
      await film.stay(stepMs)
    }
  }

  /** Moves the pointer over an element; `across` and `down` are the position in it, as shares of its size. */
  async function pointAt(what: Locator, across = 0.5, down = 0.5): Promise<void> {
    const box = await what.boundingBox()
    if (!box) throw new Error(`There is nothing to point at: ${String(what)}`)
    await moveTo(box.x + box.width * across, box.y + box.height * down)
  }

  return {
    pointAt,
    /** On a new page, puts the pointer where it was on the previous one. */
    lay: () => page.mouse.move(at.x, at.y),
    press: async (what: Locator, across?: number, down?: number) => {
      await what.waitFor()
      await pointAt(what, across, down)
      await film.stay(180)
      await page.mouse.down()
      await film.stay(110)
      await page.mouse.up()
      await film.stay(120)
    },
    type: async (text: string) => {
      for (const key of text) {
        await page.keyboard.type(key)
        await film.stay(keyMs)
      }
    },
    key: async (name: string) => {
      await page.keyboard.press(name)
      await film.stay(keyMs)
    },
  }
}
