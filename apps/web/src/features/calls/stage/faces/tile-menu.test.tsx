import { composeStory } from '@storybook/react-vite'
import type { CDPSession } from '@vitest/browser-playwright'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { samplePersonIn } from '#features/calls/stage/sample-call.ts'
import { TileMenu } from './tile-menu.tsx'

afterEach(() => composeStory({ render: () => <></> }, { title: 'Nothing' }).run())

/** A DevTools session with the browser, because a page can't do this itself. */
const browser = (): CDPSession => cdp()

/** Emulates a touch screen, on which nothing can be hovered. */
async function touch(): Promise<void> {
  await browser().send('Emulation.setTouchEmulationEnabled', { enabled: true })
  onTestFinished(async () => {
    await browser().send('Emulation.setTouchEmulationEnabled', { enabled: false })
  })
  await expect.poll(() => matchMedia('(pointer: coarse)').matches).toBe(true)
}

/** A tap, in the coordinates of the page that embeds this one. */
async function tap(element: Element): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
  const scale = frame.width > 0 ? frame.width / innerWidth : 1
  const box = element.getBoundingClientRect()
  const at = {
    x: frame.left + (box.left + box.width / 2) * scale,
    y: frame.top + (box.top + box.height / 2) * scale,
  }
  await browser().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await browser().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function show() {
  const onMuteForMe = vi.fn<() => void>()
  await composeStory(
    {
      render: () => (
        <>
          <button type="button">Elsewhere</button>
          <figure className="group/tile relative m-0 h-60 w-80">
            <TileMenu
              person={samplePersonIn('Amara Diallo')}
              isPinned={false}
              more={[]}
              onPin={() => {}}
              onVolume={() => {}}
              onMuteForMe={onMuteForMe}
            />
          </figure>
        </>
      ),
    },
    { title: 'A tile' },
  ).run()
  return { onMuteForMe, menu: page.getByRole('button', { name: 'Options for Amara Diallo', exact: true }) }
}

test('on a touch screen the menu button of a tile is always visible, 44 px large, and a tap opens it [A4]', async () => {
  const { menu, onMuteForMe } = await show()
  // The pointer may still be where the test before it pressed.
  await page.getByRole('button', { name: 'Elsewhere', exact: true }).hover()
  await expect.poll(() => getComputedStyle(menu.element()).opacity).toBe('0')
  await touch()
  expect(getComputedStyle(menu.element()).opacity).toBe('1')
  expect(menu.element().getBoundingClientRect()).toMatchObject({ width: 44, height: 44 })
  await tap(menu.element())
  const mute = page.getByRole('menuitem', { name: 'Mute for me', exact: true })
  await expect.element(mute).toBeVisible()
  await tap(mute.element())
  await expect.poll(() => onMuteForMe.mock.calls).toEqual([['Amara Diallo', true]])
})
