import { composeStory } from '@storybook/react-vite'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { toast } from '#ui/overlay/toast.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { tellOfStream } from './stream-toasts.ts'

afterEach(() => {
  vi.useRealTimers()
  toast.clear()
})

const says = (text: string) => page.getByText(text, { exact: true }).elements().length
const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
/** Polled by the real clock: on a busy machine two frames may pass before a toast is drawn. */
const counts =
  (...texts: string[]) =>
  () =>
    texts.map(says)

test("'Loaded' replaces 'Loading Parley' and stays until somebody closes it [STREAM-07]", async () => {
  await composeStory({ render: () => <ToastRegion /> }, { title: 'Told of the stream' }).run()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  tellOfStream('loading', 2)
  await expect.poll(counts('Loading Parley', 'It opens for both of you in a moment.')).toEqual([1, 1])
  tellOfStream('loaded', 2)
  await expect.poll(counts('Loading Parley', 'Loaded')).toEqual([0, 1])
  vi.advanceTimersByTime(60 * 60_000)
  await frames()
  expect(says('Loaded')).toBe(1)
  const close = page.getByRole('button', { name: 'Close', exact: true }).element() as HTMLElement
  close.click()
  await expect.poll(counts('Loaded')).toEqual([0])
})

test("an error is shown beside 'Retrying Parley' for 8 s, and toasts of a stream that is over are closed", async () => {
  await composeStory({ render: () => <ToastRegion /> }, { title: 'Told of the stream' }).run()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  tellOfStream('loading', 3)
  await expect.poll(counts('It opens for everybody in a moment.')).toEqual([1])
  tellOfStream('lost', 3)
  tellOfStream('retrying', 3)
  await expect.poll(counts('Loading Parley', 'Error', 'Retrying Parley')).toEqual([0, 1, 1])
  vi.advanceTimersByTime(8000)
  await expect.poll(counts('Error', 'Retrying Parley')).toEqual([0, 0])
  tellOfStream('often', 3)
  tellOfStream('loading', 1)
  await expect.poll(counts('Slow Down', 'It opens in a moment.')).toEqual([1, 1])
  tellOfStream('over', 1)
  await expect.poll(counts('Slow Down', 'Loading Parley')).toEqual([0, 0])
})
