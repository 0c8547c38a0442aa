import type { StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { tellOfStream } from '#features/stream/view/stream-toasts.ts'
import {
  acts,
  asClient,
  box,
  broken,
  control,
  heldBy,
  parley,
  picture,
  press,
  scene,
  onTheStage,
  WithApplication,
  type WithApplicationProps,
} from './sample-application.tsx'

const meta = { ...onTheStage, title: 'Call/Streamed application/Lost and heard' }
export default meta
type Story = StoryObj<typeof meta>

/** 08c: the last picture stays, blurred. */
export const Retrying: Story = {
  args: { stream: heldBy('dana') },
  render: (args) => <Breaking {...args} />,
  play: async () => {
    await waitFor(() => expect(picture()).toHaveProperty('videoWidth', 1280))
    await userEvent.click(screen.getByRole('button', { name: 'Break it', hidden: true }))
    tellOfStream('lost', 2)
    tellOfStream('retrying', 2)
    // Toasts are at the bottom left while the application has the stage.
    const told = await screen.findByRole('region', { name: /Notifications/ })
    await waitFor(() => expect(box(told)).toMatchObject({ left: 28, bottom: 900 - 112 }))
    const inside = within(parley())
    await expect(inside.getByText('Retrying Parley').parentElement).toHaveTextContent('2 of 5')
    await expect(inside.getByText('The stream was interrupted')).toBeVisible()
    await expect(parley().querySelector('canvas')).toHaveProperty('width', 1280)
    await expect(screen.queryByRole('button', { name: /control/ })).toBeNull()
    await userEvent.click(control('Try now'))
    await expect(acts.onTryNow).toHaveBeenCalledOnce()
    await userEvent.click(inside.getByRole('button', { name: 'Show people' }))
    await expect(parley).toThrow()
    await expect(control('Show Parley')).toBeVisible()
  },
}

function Breaking(args: WithApplicationProps) {
  const [isBroken, setIsBroken] = useState(false)
  const now = isBroken ? { stream: broken({ tries: 2 }), source: undefined } : {}
  return (
    <>
      <WithApplication {...args} {...now} />
      {!isBroken && (
        <button
          type="button"
          className="fixed top-3 left-1/2 bg-canvas text-ink"
          onClick={() => setIsBroken(true)}
        >
          Break it
        </button>
      )}
    </>
  )
}

export const GivenUp: Story = {
  args: { stream: broken({ tries: 5, isGivenUp: true }), source: undefined },
  play: async () => {
    await expect(screen.getByText('We tried 5 times. Your place in the conversation is kept.')).toBeVisible()
    await userEvent.click(control('Try again'))
    await expect(acts.onTryNow).toHaveBeenCalledOnce()
  },
}

export const DidNotOpen: Story = {
  args: { stream: broken({ state: 'closed', isGivenUp: true }), source: undefined },
  play: async () => {
    await expect(screen.getByText("Parley didn't open")).toBeVisible()
    await expect(screen.queryByText('You have control')).toBeNull()
    await expect(control('Try again')).toBeVisible()
  },
}

export const CannotBeShown: Story = {
  args: {
    stream: broken({ state: 'closed', isGivenUp: true }),
    call: asClient,
    isPlayable: false,
    source: undefined,
  },
  play: async () => {
    await expect(screen.getByText("Parley can't be shown here")).toBeVisible()
    await expect(screen.getByText("This browser doesn't play H.264. The call itself works.")).toBeVisible()
    await expect(screen.queryByRole('button', { name: /^Try/ })).toBeNull()
  },
}

/** A picture in a browser that allows its sound, or blocks it. */
const heard = (isLet: boolean): typeof scene => ({
  ...scene,
  attach: (element) => {
    element.play = () =>
      isLet ? Promise.resolve() : Promise.reject(new DOMException('no press yet', 'NotAllowedError'))
    scene.attach(element)
  },
})

/** The volume changes for this user only. */
export const Volume: Story = {
  args: { source: heard(true) },
  play: async () => {
    await userEvent.click(control('Volume of Parley, 100%'))
    ;(await screen.findByRole('slider', { name: 'Parley' })).focus()
    await press('{ArrowLeft}{ArrowLeft}')
    await press('{Escape}')
    await expect(control('Volume of Parley, 90%')).toHaveFocus()
    await expect(picture()).toHaveProperty('volume', 0.9)
  },
}

/** The browser plays it without its sound until somebody presses. */
export const SoundHeldBack: Story = {
  args: { source: heard(false) },
  play: async () => {
    const turnOn = await screen.findByRole('button', { name: 'Turn the sound of Parley on' })
    await expect(picture()).toHaveProperty('muted', true)
    ;(picture() as HTMLVideoElement).play = () => Promise.resolve()
    await userEvent.click(turnOn)
    await expect(await screen.findByRole('button', { name: 'Volume of Parley, 100%' })).toBeVisible()
    await expect(picture()).toHaveProperty('muted', false)
  },
}
