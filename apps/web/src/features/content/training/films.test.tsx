import { composeStory } from '@storybook/react-vite'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Films } from './films.tsx'

async function show(externalUrl: string | undefined): Promise<HTMLElement> {
  const material = { title: 'Your first session', ...(externalUrl !== undefined && { externalUrl }) }
  const { run } = composeStory({ render: () => <Films materials={[material]} /> }, { title: 'Films' })
  await run()
  const list = document.querySelector('ul')
  if (!list) throw new Error('no films are drawn')
  return list
}

test('a video on another host is shown in a sandboxed frame of 450 by 250 [CONTENT-03]', async () => {
  // Nothing answers at this address; the test checks only the frame.
  const list = await show('https://videos.invalid/embed/1')
  const frame = list.querySelector('iframe')
  expect(frame?.getAttributeNames().toSorted()).toEqual(
    ['allow', 'class', 'height', 'loading', 'referrerpolicy', 'sandbox', 'src', 'title', 'width'].toSorted(),
  )
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation')
  expect(frame?.src).toBe('https://videos.invalid/embed/1')
  expect(frame?.title).toBe('Your first session')
  expect([frame?.clientWidth, frame?.clientHeight]).toEqual([450, 250])
  expect(list.querySelector('video')).toBeNull()
})

test('a video file of ours is shown in a video element, without a frame [CONTENT-03]', async () => {
  const list = await show('/training-files/first-session.webm')
  expect(list.querySelector('iframe')).toBeNull()
  expect(list.querySelector('video source')?.getAttribute('src')).toBe('/training-files/first-session.webm')
})

test('Play begins a film of ours, which then has its controls and the focus', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const list = await show('/training-files/first-session.webm')
  const film = list.querySelector('video')
  expect([film?.controls, film?.tabIndex]).toEqual([false, -1])
  const button = list.querySelector('button')
  expect(button?.getAttribute('aria-label')).toBe('Play Your first session')

  if (button) await userEvent.click(button)

  expect(play).toHaveBeenCalledOnce()
  expect([film?.controls, film?.tabIndex]).toEqual([true, 0])
  expect(document.activeElement).toBe(film)
  expect(list.querySelector('button')).toBeNull()
})

test.each([
  undefined,
  'javascript:alert(1)',
  'data:text/html,x',
  'http://videos.invalid/embed/1',
  'mailto:a@videos.invalid',
  '//videos.invalid/embed/1',
  '/\\videos.invalid/embed/1',
])('a video at %s is not embedded [CONTENT-03]', async (externalUrl) => {
  const list = await show(externalUrl)
  expect(list.querySelector('iframe, video, object, embed')).toBeNull()
  expect(list.textContent).toContain('Your first session')
})
