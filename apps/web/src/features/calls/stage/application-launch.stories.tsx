import type { StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { sampleLink, sampleStream, sampleStreamState } from '#features/stream/model/sample-stream.ts'
import { tellOfStream } from '#features/stream/view/stream-toasts.ts'
import {
  acts,
  box,
  control,
  dana,
  heldBy,
  jun,
  parley,
  picture,
  press,
  tomas,
  onTheStage,
} from './sample-application.tsx'
import { sampleCall } from './sample-call.ts'

const meta = { ...onTheStage, title: 'Call/Streamed application/Launch' }
export default meta
type Story = StoryObj<typeof meta>

/** Before the launch: the coach's button, which says what it does. */
export const ToLaunch: Story = {
  name: 'Ready to launch [STREAM-01]',
  args: { stream: sampleStreamState(), launch: 'possible' },
  play: async () => {
    await expect(control('Launch Parley')).toHaveTextContent('Launch Parley')
    await userEvent.click(control('Launch Parley'))
    await expect(acts.onLaunch).toHaveBeenCalledOnce()
    await press('p')
    await expect(screen.queryByRole('figure', { name: 'Parley' })).toBeNull()
  },
}

/** The coach sees before the launch to whom it cannot be shown; others do not. */
export const ToWhomItCannotBeShown: Story = {
  name: 'People who cannot be shown the application [STREAM-41]',
  args: {
    stream: sampleStreamState(),
    launch: 'possible',
    call: sampleCall({
      people: [
        { ...tomas, application: 'none', isWeak: true },
        { ...jun, application: 'weak', isHandUp: true },
        { ...dana, isSelf: true },
      ],
    }),
  },
  play: async () => {
    await expect(
      screen.getByRole('figure', { name: "Tomás Aguilar, weak connection, Can't show Parley" }),
    ).toBeVisible()
    await expect(
      screen.getByRole('figure', { name: 'Jun Watanabe, hand raised, Parley may stutter' }),
    ).toBeVisible()
    await userEvent.tab()
    while (document.activeElement !== control('Launch Parley')) await userEvent.tab()
    await waitFor(() =>
      expect(screen.getByRole('tooltip')).toHaveTextContent("Launch Parley. It can't be shown to Tomás"),
    )
  },
}

/** Nothing is shown if there is no application, or if the person may not launch it. */
export const WithoutOne: Story = {
  args: { stream: sampleStreamState({ known: sampleStream({ instances: [] }) }), launch: 'absent' },
  play: async () => {
    await expect(screen.queryByRole('button', { name: /Parley/ })).toBeNull()
  },
}

/** 08a: the face stays until the view switches. */
export const Launching: Story = {
  args: { stream: sampleStreamState({ isStarting: true }), launch: 'starting' },
  play: async () => {
    tellOfStream('loading', 2)
    await expect(control('Parley is starting')).toHaveTextContent('Starting…')
    // The toast is at the top of the stage, where it covers no face.
    const told = await screen.findByRole('region', { name: /Notifications/ })
    await waitFor(() => expect(box(told).top).toBe(60))
    await expect(box(screen.getByRole('figure', { name: 'Tomás Aguilar' })).width).toBeGreaterThan(1000)
  },
}

export const NotInThisBrowser: Story = {
  args: { stream: sampleStreamState(), launch: 'unsupported' },
  play: async () => {
    const closed = control("Launch Parley. This browser can't show it (no H.264)")
    await expect(closed).toHaveAttribute('aria-disabled', 'true')
    closed.focus()
    await waitFor(() =>
      expect(screen.getByRole('tooltip')).toHaveTextContent("This browser can't show it (no H.264)"),
    )
  },
}

/** The view has switched, and no picture has come yet. */
export const Opening: Story = {
  args: { stream: { ...heldBy('dana'), link: sampleLink({ state: 'connecting' }) }, source: undefined },
  play: async () => {
    await expect(within(parley()).getByText('Opening Parley…')).toBeVisible()
    await expect(picture()).toHaveAttribute('tabindex', '-1')
  },
}

/** Nobody has started it before. */
export const Starting: Story = {
  args: {
    stream: {
      ...heldBy('dana'),
      known: sampleStream({ shown: 1, instances: [{ number: 1, status: 'starting', holder_id: 'dana' }] }),
      link: sampleLink({ state: 'connecting' }),
    },
    source: undefined,
  },
  play: async () => {
    await expect(
      within(parley()).getByText('Parley is starting. This can take a minute or two.'),
    ).toBeVisible()
  },
}
