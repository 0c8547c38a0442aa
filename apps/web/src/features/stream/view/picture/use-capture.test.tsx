import { composeStory } from '@storybook/react-vite'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useCapture } from './use-capture.ts'

const [attach, detach] = [vi.fn<() => void>(), vi.fn<() => void>()]

function Surface() {
  const surface = useRef<HTMLVideoElement>(null)
  const { isCaptured, handlers } = useCapture({ surface, isOffered: true, attach, detach })
  return (
    <div {...handlers}>
      {/* An empty picture: there is nothing to caption, and it is used by keys as the real one is. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption, jsx-a11y/no-noninteractive-tabindex */}
      <video ref={surface} tabIndex={0} aria-label="Picture" className="h-40 w-80 bg-stage" />
      <p>{isCaptured ? 'taken' : 'free'}</p>
    </div>
  )
}

afterEach(() => vi.useRealTimers())

test('two presses of Escape within 600 ms release the keyboard, and two further apart do not', async () => {
  await composeStory({ render: () => <Surface /> }, { title: 'Capture' }).run()
  await page.getByLabelText('Picture').click()
  await expect.element(page.getByText('taken')).toBeVisible()
  detach.mockClear()
  vi.useFakeTimers({ toFake: ['performance'] })
  await userEvent.keyboard('{Escape}')
  vi.advanceTimersByTime(601)
  await userEvent.keyboard('{Escape}')
  expect(detach).not.toHaveBeenCalled()
  vi.advanceTimersByTime(600)
  await userEvent.keyboard('{Escape}')
  expect(detach).toHaveBeenCalledOnce()
  vi.useRealTimers()
  await expect.element(page.getByText('free')).toBeVisible()
  expect(attach).toHaveBeenCalledOnce()
})
