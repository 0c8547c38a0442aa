import type { StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fireEvent, screen, userEvent, waitFor, within } from 'storybook/test'
import { sampleStream } from '#features/stream/model/sample-stream.ts'
import { sampleActs } from './sample-acts.ts'
import {
  acts,
  asClient,
  box,
  control,
  dana,
  heldBy,
  jun,
  parley,
  picture,
  pointer,
  press,
  tomas,
  onTheStage,
  WithApplication,
  type WithApplicationProps,
} from './sample-application.tsx'
import { sampleCall } from './sample-call.ts'
import { samplePicture } from './sample-picture.ts'

const meta = { ...onTheStage, title: 'Call/Streamed application/In use' }
export default meta
type Story = StoryObj<typeof meta>

/** 08b. */
export const InFocus: Story = {
  play: async () => {
    const own = screen.getByRole('figure', { name: 'You, has control' })
    await expect(within(own).getByText('Control')).toBeVisible()
    await expect(box(own).width).toBe(256)
    await expect(getComputedStyle(parley()).borderTopColor).toBe(colourOf('--lane-coach'))
    await expect(getComputedStyle(picture()).objectFit).toBe('contain')
    await expect(within(parley()).getByText('You have control')).toBeVisible()
    await expect(screen.getByText('You have control. Press Escape twice to leave Parley')).toBeInTheDocument()
    await userEvent.click(control('Hand control to Tomás'))
    await expect(acts.onHand).toHaveBeenLastCalledWith('tomas')
  },
}

/** A token's colour in the notation of a computed style. */
function colourOf(token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${token})`
  parley().append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** A click gives keys and clicks to the application; Escape twice, or a click elsewhere, gives them back. */
export const KeysToTheApplication: Story = {
  play: async () => {
    await userEvent.click(picture())
    await expect(acts.attachInput).toHaveBeenCalledOnce()
    await expect(picture()).toHaveFocus()
    const chip = within(parley()).getByText('You have control').parentElement
    await expect(chip).toHaveTextContent('Keys and clicks go to Parley. EscEsc to release control')
    // Meanwhile no key of the call acts, and one Escape goes to the application.
    await press('mp{Escape}')
    await fireEvent.keyDown(picture(), { key: ' ' })
    await expect(sampleActs.onMic).not.toHaveBeenCalled()
    await expect(sampleActs.onTalk).not.toHaveBeenCalled()
    await expect(acts.detachInput).not.toHaveBeenCalled()
    await press('{Escape}')
    await expect(acts.detachInput).toHaveBeenCalledOnce()
    await expect(chip).toHaveTextContent('Click Parley to use it')
    await expect(picture()).toHaveFocus()
    await press('m')
    await expect(sampleActs.onMic).toHaveBeenCalledOnce()
    // It also works without a mouse.
    await press('{Enter}')
    await expect(acts.attachInput).toHaveBeenCalledTimes(2)
    await userEvent.click(control('Open chat'))
    await expect(acts.detachInput).toHaveBeenCalledTimes(2)
    await expect(screen.getByRole('complementary', { name: 'Side panel' })).toBeVisible()
  },
}

const shared = sampleCall({
  people: [
    { ...tomas, screen: samplePicture('#1f3a2d') },
    { ...dana, isSelf: true },
  ],
})

/** Whatever began last is in focus. */
export const NewestInFocus: Story = {
  render: (args) => <BeginningInTurn {...args} />,
  play: async () => {
    const seen = () => ({
      screen: screen.queryByRole('figure', { name: 'Screen of Tomás Aguilar' }) !== null,
      application: screen.queryByRole('figure', { name: 'Parley' }) !== null,
    })
    await expect(seen()).toEqual({ screen: true, application: false })
    await userEvent.click(control('Application begins'))
    await waitFor(() => expect(seen()).toEqual({ screen: false, application: true }))
    await userEvent.click(control('Share ends'))
    await userEvent.click(control('Share begins'))
    await waitFor(() => expect(seen()).toEqual({ screen: true, application: false }))
  },
}

function BeginningInTurn(props: WithApplicationProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isShared, setIsShared] = useState(true)
  return (
    <>
      <WithApplication {...props} {...(isShared && { call: shared })} stream={{ ...props.stream, isOpen }} />
      <div className="fixed top-2 left-40 z-99 flex gap-4">
        <button type="button" onClick={() => setIsOpen(true)}>
          Application begins
        </button>
        <button type="button" onClick={() => setIsShared(false)}>
          Share ends
        </button>
        <button type="button" onClick={() => setIsShared(true)}>
          Share begins
        </button>
      </div>
    </>
  )
}

/** From the application to the people and back, by button and by key; its picture is never attached again. */
export const PeopleAndBack: Story = {
  name: 'Switching to the people and back [STREAM-08]',
  play: async () => {
    const before = picture()
    await waitFor(() => expect(before).toBeVisible())
    await userEvent.click(control('Show people'))
    await expect(before).not.toBeVisible()
    await expect(control('Show Parley')).toHaveFocus()
    await waitFor(() =>
      expect(box(screen.getByRole('figure', { name: 'Tomás Aguilar' })).width).toBeGreaterThan(1000),
    )
    await press('p')
    await expect(picture()).toBe(before)
    await expect(before).toBeVisible()
    await expect(control('Show people')).toBeVisible()
    await press('p')
    await userEvent.click(control('Show Parley'))
    await expect(before).toBeVisible()
  },
}

/**
 * 08c: the frame, the badge and the name at the pointer have the holder's colour; the coach can take control back at once.
 */
export const ControlOfTheClient: Story = {
  name: 'The client has control [STREAM-42]',
  args: { stream: heldBy('tomas'), since: '11:46 AM' },
  play: async () => {
    await expect(within(parley()).getByText('Tomás has control').parentElement).toHaveTextContent(
      'since 11:46 AM',
    )
    await expect(getComputedStyle(parley()).borderTopColor).toBe(colourOf('--lane-client'))
    await expect(screen.getByRole('figure', { name: 'Tomás Aguilar, has control' })).toBeVisible()
    await expect(screen.getByText('Tomás Aguilar has control')).toBeInTheDocument()
    const name = await within(parley()).findByText('Tomás')
    await expect(name).not.toBeVisible()
    pointer.write({ x: 16_384, y: 49_152, holder: 'dana' })
    await expect(name).not.toBeVisible()
    pointer.write({ x: 16_384, y: 49_152, holder: 'tomas' })
    await waitFor(() => expect(name).toBeVisible())
    const [seen, frame] = [box(name), box(picture())]
    await expect(Math.abs((seen.left - frame.left) / frame.width - 0.25)).toBeLessThan(0.04)
    // At the edge it stays within the picture.
    pointer.write({ x: 65_535, y: 65_535, holder: 'tomas' })
    await waitFor(() => expect(box(name).left).toBeGreaterThan(seen.left + 100))
    await expect(box(name).right).toBeLessThanOrEqual(frame.right)
    await expect(box(name).bottom).toBeLessThanOrEqual(frame.bottom)
    pointer.write(undefined)
    await waitFor(() => expect(name).not.toBeVisible())
    // Clicks of a person without control go nowhere.
    await userEvent.click(picture())
    await press('{Enter}')
    await expect(acts.attachInput).not.toHaveBeenCalled()
    await userEvent.click(control('Take control back'))
    await expect(acts.onHand).toHaveBeenLastCalledWith('dana')
  },
}

/** A client sees who has control, but is offered none of the coach's actions. */
export const AsTheClient: Story = {
  args: { stream: heldBy('dana', false), call: asClient },
  play: async () => {
    await expect(within(parley()).getByText('Dana has control')).toBeVisible()
    await expect(screen.queryByRole('button', { name: /control|Launch/ })).toBeNull()
    await userEvent.click(picture())
    await expect(acts.attachInput).not.toHaveBeenCalled()
    await expect(control('Show people')).toBeVisible()
  },
}

/** When control passes to somebody else, so do keys and clicks. */
export const TakenAway: Story = {
  render: (args) => <HandedOver {...args} />,
  play: async () => {
    await userEvent.click(picture())
    await expect(acts.attachInput).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Dana takes it back', hidden: true }))
    await expect(acts.detachInput).toHaveBeenCalled()
    await userEvent.click(picture())
    await expect(acts.attachInput).toHaveBeenCalledOnce()
    await expect(screen.getByText('Dana Whitfield has control')).toBeInTheDocument()
  },
}

function HandedOver(args: WithApplicationProps) {
  const [holder, setHolder] = useState('tomas')
  return (
    <>
      <WithApplication {...args} call={asClient} stream={heldBy(holder, false)} />
      <button
        type="button"
        className="fixed top-3 left-1/2 bg-canvas text-ink"
        onClick={() => setHolder('dana')}
      >
        Dana takes it back
      </button>
    </>
  )
}

/** With several people, the coach chooses one. */
export const HandToOneOfSeveral: Story = {
  args: { call: sampleCall({ people: [tomas, jun, { ...dana, isSelf: true }] }) },
  play: async () => {
    await userEvent.click(control('Hand control'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Jun Watanabe' }))
    await expect(acts.onHand).toHaveBeenLastCalledWith('jun')
  },
}

/** The person in control has left the call. */
export const HolderAway: Story = {
  args: { stream: heldBy('somebody') },
  play: async () => {
    await expect(within(parley()).getByText('Nobody here has control')).toBeVisible()
    await expect(control('Take control back')).toBeVisible()
  },
}

const three = sampleStream({
  shown: 1,
  instances: [
    { number: 1, status: 'ready', holder_id: 'dana' },
    { number: 2, status: 'ready', holder_id: 'tomas' },
    { number: 3, status: 'none', holder_id: 'dana' },
  ],
})

/** 08c: another instance is chosen for everybody. */
export const Instances: Story = {
  args: { stream: { ...heldBy('dana'), known: three, titles: { 1: 'Raising a concern, turn 5 of 12' } } },
  play: async () => {
    await userEvent.click(control('Instance 1 of 3, choose another'))
    const entries = await screen.findAllByRole('menuitemradio')
    await expect(entries.map((entry) => entry.textContent)).toEqual([
      '1Raising a concern, turn 5 of 12, you have control',
      '2Running, Tomás has control',
      '3Not started, starts when chosen',
    ])
    await expect(entries[0]).toHaveAttribute('aria-checked', 'true')
    await userEvent.click(screen.getByRole('menuitemradio', { name: /^2/ }))
    await expect(acts.onShow).toHaveBeenLastCalledWith(2)
  },
}

/** Over the whole window, with its menus. */
export const OverTheWindow: Story = {
  play: async () => {
    await userEvent.click(control('Parley in full screen'))
    await waitFor(() => expect(box(parley())).toMatchObject({ left: 0, top: 0, width: innerWidth }))
    await userEvent.click(control('Exit full screen'))
    await waitFor(() => expect(box(parley()).left).toBe(12))
  },
}

/** 15-08b: the picture, who has control, and faces within the thumbs' reach. */
export const OnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async () => {
    await expect(box(picture())).toMatchObject({ left: 0, width: 390 })
    await expect(within(parley()).getByText('You have control')).toBeVisible()
    await expect(control('Hand to Tomás')).toBeVisible()
    await expect(
      screen.getByText('Turn the phone for a larger picture. Tap to choose, two fingers to scroll.'),
    ).toBeVisible()
    const [other, own] = ['Tomás Aguilar', 'You, has control'].map((name) =>
      box(screen.getByRole('figure', { name })),
    )
    await expect(other?.top).toBe(own?.top)
    const [faces, under] = [box(screen.getByRole('figure', { name: 'Tomás Aguilar' })), box(parley())]
    await expect(faces.top).toBeGreaterThanOrEqual(under.bottom)
    const bar = within(screen.getByRole('region', { name: 'Controls' })).getAllByRole('button')
    await expect(bar.map((each) => each.textContent)).toEqual([
      'Mic on',
      'Camera on',
      'People',
      'Chat',
      'More',
      'Leave',
    ])
    for (const each of bar) await expect(box(each).height).toBeGreaterThanOrEqual(48)
  },
}
