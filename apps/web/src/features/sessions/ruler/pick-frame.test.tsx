import { composeStories } from '@storybook/react-vite'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as stories from '#features/sessions/form/new-session.stories.tsx'

const { OnTheRuler } = composeStories(stories)

const slider = page.getByRole('slider', { name: 'Session time' })
const hourPx = 42

/** Drags with the left button from one hour of the ruler, which begins at 8 AM, to another. */
async function drag(from: number, to: number): Promise<void> {
  const track = page.elementLocator(slider.element().closest('[data-track]') ?? slider.element())
  await userEvent.dragAndDrop(track, track, {
    sourcePosition: { x: 40, y: Math.floor(from * hourPx) },
    targetPosition: { x: 40, y: Math.floor(to * hourPx) },
  })
}

/** The slider's attributes for the chosen time in words and for the length of the ruler in minutes. */
const [text, minutes] = ['aria-valuetext', 'aria-valuemax']

test("dragging the frame moves it, dragging an edge resizes it, and the ruler's length follows", async () => {
  await OnTheRuler.run()
  await expect.element(slider).toHaveAttribute(text, '9:00 – 10:15 AM EST')
  await drag(1.5, 3.5)
  await expect.element(slider).toHaveAttribute(text, '11:00 AM – 12:15 PM EST')
  await drag(4.25, 5.25)
  await expect.element(slider).toHaveAttribute(text, '11:00 AM – 1:15 PM EST')
  await drag(3, 3.5)
  await expect.element(slider).toHaveAttribute(text, '11:30 AM – 1:15 PM EST')
  await expect.element(slider).toHaveAttribute(minutes, '600')
  await drag(4.25, 8.5)
  await expect.element(slider).toHaveAttribute(text, '3:45 – 5:30 PM EST')
  await expect.element(slider).toHaveAttribute(minutes, '660')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}')
  await expect.element(slider).toHaveAttribute(text, '2:45 – 4:30 PM EST')
  await expect.element(slider).toHaveAttribute(minutes, '600')
})

test('only the left mouse button grabs the frame', async () => {
  await OnTheRuler.run()
  const frame = slider.element()
  const held: boolean[] = []
  // The frame stops the propagation of a press that it handles.
  const listen = ({ pointerId }: PointerEvent) => held.push(frame.hasPointerCapture(pointerId))
  document.addEventListener('pointerdown', listen)
  await slider.click({ button: 'right' })
  expect(held).toEqual([false])
  await slider.click()
  expect(held).toEqual([false])
  document.removeEventListener('pointerdown', listen)
})
