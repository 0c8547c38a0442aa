import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { outlineOf } from '../../../.storybook/outline.ts'
import { Failure } from './load-failure.tsx'

const meta = {
  title: 'Page/Failure',
  component: Failure,
  args: { isRetrying: false, onRetry: fn(), heading: (title) => <h2>{title}</h2> },
} satisfies Meta<typeof Failure>
export default meta
type Story = StoryObj<typeof meta>

const answered = (status: number, more: object = {}) => Object.assign(new Error('x'), { status, ...more })

/** The text does not suggest a reload where that cannot work. */
export const NoConnection: Story = {
  args: { error: answered(0) },
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'heading 2: No connection',
      "Can't reach Parley. Check your connection and try again.",
      'button: Try again',
    ])
  },
}

/** A failure that may pass at any moment is retried without a press, and when the browser is online again. */
export const TriedAgain: Story = {
  args: { error: answered(0), onRetry: fn() },
  play: async ({ args }) => {
    dispatchEvent(new Event('online'))
    await expect(args.onRetry).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(args.onRetry).toHaveBeenCalledTimes(2))
  },
}

/** A retry that is running is not started again. */
export const BeingTried: Story = {
  args: { error: answered(0), isRetrying: true, onRetry: fn() },
  play: async ({ args }) => {
    dispatchEvent(new Event('online'))
    await expect(args.onRetry).not.toHaveBeenCalled()
  },
}

export const NoAnswer: Story = {
  args: { error: answered(503, { requestId: 'req-7' }) },
  play: async ({ args, canvas, canvasElement, userEvent }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'heading 2: Something went wrong',
      "Parley couldn't answer. Please try again in a moment.",
      'Request req-7',
      'button: Try again',
    ])
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
