import type { Locator, Page } from '@playwright/test'
import { waitForNoWeakTile } from './good-line.ts'
import { button, meet, tileOf } from './meeting.ts'
import type { Scene, Script } from './scene.ts'
import { watch } from './recording/recording.ts'

const saved = (page: Page): Locator => page.getByText(/^Saved \d/)

/** Scores in the call with the keyboard only, loses the network for a moment, and adds a sentence on the session's page. */
export const scoring: Script = {
  seconds: 12,
  isByPictures: true,
  coachTalks: [[0, 3.2]],
  clientTalks: [[4, 10.4]],
  // Longer than 80 lines: a script, from its first step to its last.
  steps: (scene) => {
    const { film, coach, world } = scene
    const { page, hand } = coach
    let session = ''
    return [
      {
        act: async () => {
          session = await meet(scene, 'Saying it at home')
          await waitForNoWeakTile(page)
          await hand.lay()
          await film.show(page)
          await watch(film, 1600)
          await hand.key('a')
          await page.getByRole('heading', { name: nameOf(world) }).waitFor()
          await watch(film, 2400)
          film.keepPoster()
        },
      },
      {
        act: async () => {
          await page
            .getByRole('group', { name: /: unset$/ })
            .first()
            .focus()
          await watch(film, 600)
          for (let row = 0; row < 3; row += 1) {
            await hand.key('ArrowDown')
            await watch(film, 600)
          }
          for (let row = 0; row < 3; row += 1) await hand.key('ArrowUp')
          await watch(film, 600)
        },
      },
      {
        act: async () => {
          for (const key of ['y', 'n']) {
            await hand.key(key)
            await watch(film, 1200)
            await hand.key('ArrowDown')
            await watch(film, 400)
          }
        },
      },
      {
        act: async () => {
          await hand.key('n')
          await watch(film, 1000)
          await hand.key('0')
          await watch(film, 1800)
        },
      },
      {
        act: async () => {
          await hand.key('ArrowDown')
          await hand.key('y')
          await hand.key('f')
          await hand.type('Waited, and the answer came.')
          await watch(film, 600)
          await hand.key('Enter')
          await watch(film, 1400)
        },
      },
      {
        act: async () => {
          await saved(page).waitFor()
          await hand.pointAt(saved(page))
          await watch(film, 2000)
        },
      },
      {
        act: async () => {
          // The call stays connected; only the portal is unreachable.
          await page.route('**/api/assessment/**', (route) => route.abort())
          await hand.key('ArrowDown')
          await hand.key('y')
          const waiting = page.getByText(/waiting/i).first()
          await waiting.waitFor()
          await watch(film, 2400)
          await page.unroute('**/api/assessment/**')
          await saved(page).waitFor({ timeout: 120_000 })
          await watch(film, 1600)
        },
      },
      {
        act: async () => {
          await hand.pointAt(tileOf(page, world.client.first_name), 0.7, 0.4)
          await watch(film, 3000)
        },
      },
      {
        act: async () => {
          await film.cut()
          await button(page, 'Leave the call').click()
          await page.waitForURL(/\/completionpage/)
          await page.goto(`/session/${session}/preview?tab=assessment`)
          const overall = page.getByRole('textbox', { name: /^Overall/ }).first()
          await overall.scrollIntoViewIfNeeded()
          await hand.lay()
          await film.show(page)
          await film.stay(900)
          await hand.press(overall)
          await hand.type('Wanda named what she wants to say to her brother.')
          await film.stay(2200)
          await film.cut()
        },
      },
    ]
  },
}

const nameOf = ({ client }: Scene['world']) => `${client.first_name} ${client.last_name}`
