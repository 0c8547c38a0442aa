import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState, type ComponentProps } from 'react'
import { expect, fireEvent, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { createStore } from '#base/store.ts'
import { switchSingleKeys } from '#ui/keys/single-keys.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { sampleLink, sampleStream, sampleStreamState } from '#features/stream/model/sample-stream.ts'
import { Application, holderOf, laneOf, shownOf, type StreamPerson } from '#features/stream/stream.ts'
import { tellOfStream } from '#features/stream/view/stream-toasts.ts'
import { applicationMark, launchNote } from '#features/calls/check/application-check.ts'
import { others } from '#features/calls/room/call-state.ts'
import { CallView } from './call-view.tsx'
import { hideSelf } from './faces/self-view.ts'
import { sampleActs } from './sample-acts.ts'
import { sampleCall, samplePersonIn } from './sample-call.ts'
import { samplePicture } from './sample-picture.ts'

const level = createStore(-30)
const dana = samplePersonIn('Dana Whitfield', { id: 'dana', picture: samplePicture('#35655f') })
const tomas = samplePersonIn('Tomás Aguilar', { id: 'tomas', picture: samplePicture('#5d6b8c') })
const jun = samplePersonIn('Jun Watanabe', { id: 'jun', picture: samplePicture('#8c4a3c') })
const scene = samplePicture('#4a3527')
const pointer = createStore<{ x: number; y: number; holder: string } | undefined>(undefined)

const acts = {
  onShow: fn(),
  onHand: fn(),
  onTryNow: fn(),
  onLaunch: fn(),
  attachInput: fn(),
  detachInput: fn(),
}

interface WithApplicationProps {
  stream: ReturnType<typeof sampleStreamState>
  call?: ReturnType<typeof sampleCall>
  launch?: NonNullable<ComponentProps<typeof CallView>['launch']>['launch']
  since?: string
  isPlayable?: boolean
  source?: typeof scene | undefined
}

/** A call with its application, as somebody sees it. */
function WithApplication(props: WithApplicationProps) {
  const { stream, call = asCoach, launch = 'open', since, isPlayable = true } = props
  const source = 'source' in props ? props.source : scene
  const people = call.people.map(({ id, name, isSelf }): StreamPerson => ({
    id,
    name,
    isSelf,
    isCoach: id === 'dana',
  }))
  const holder = holderOf(shownOf(stream.known), people)
  return (
    <>
      <ToastRegion />
      <CallView
        state={call}
        acts={sampleActs}
        level={level}
        left={<p className="font-figures text-title font-semibold">11:44 AM</p>}
        waitingText="Waiting for Client"
        triesUntil="12:30 PM"
        chat={<p className="p-4">Nothing was written yet.</p>}
        launch={{ launch, note: launchNote(others(call)), onLaunch: acts.onLaunch }}
        checkOf={(person) => applicationMark(person, stream.isOpen)}
        control={stream.isOpen && holder ? { personId: holder.id, lane: laneOf(holder) } : undefined}
        application={
          stream.isOpen
            ? (onPeople) => (
                <Application
                  state={stream}
                  {...{ source, people, since, isPlayable, pointer }}
                  speaker={undefined}
                  acts={{ ...acts, onPeople }}
                />
              )
            : undefined
        }
      />
    </>
  )
}

const asCoach = sampleCall({ people: [tomas, { ...dana, isSelf: true }] })
const asClient = sampleCall({ people: [dana, { ...tomas, isSelf: true }] })
const heldBy = (holder_id: string, lead = true) =>
  sampleStreamState({
    known: sampleStream({
      shown: 1,
      instances: [{ number: 1, status: 'ready', holder_id }],
      abilities: { lead },
    }),
    isOpen: true,
    link: sampleLink(),
  })
const broken = (more: Parameters<typeof sampleLink>[0]) =>
  sampleStreamState({
    known: sampleStream({ shown: 1 }),
    isOpen: true,
    link: sampleLink({ state: 'disconnected', ...more }),
  })

const meta = {
  title: 'Call/Streamed application',
  component: WithApplication,
  globals: { viewport: { value: 'desktop' } },
  args: { stream: heldBy('dana') },
  // It has the whole window to itself.
  decorators: [
    (Story) => (
      <div className="fixed inset-0">
        <Story />
      </div>
    ),
  ],
  beforeEach: () => {
    for (const act of [...Object.values(acts), ...Object.values(sampleActs)]) act.mockClear()
    hideSelf(false)
    switchSingleKeys(true)
    pointer.write(undefined)
  },
} satisfies Meta<typeof WithApplication>
export default meta
type Story = StoryObj<typeof meta>

const control = (name: string | RegExp) => screen.getByRole('button', { name })
const box = (element: Element) => element.getBoundingClientRect()
const parley = () => screen.getByRole('figure', { name: 'Parley' })
const picture = () => screen.getByRole('application', { name: 'Picture of Parley' })
const press = (keys: string) => userEvent.keyboard(keys)

/** Before anything: the coach's button, which says what it does. */
export const ToLaunch: Story = {
  name: 'To launch [STREAM-01]',
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
  name: 'To whom it cannot be shown [STREAM-41]',
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
      screen.getByRole('figure', { name: 'Tomás Aguilar, weak connection, Cannot show Parley' }),
    ).toBeVisible()
    await expect(
      screen.getByRole('figure', { name: 'Jun Watanabe, hand raised, Parley may stutter' }),
    ).toBeVisible()
    await userEvent.tab()
    while (document.activeElement !== control('Launch Parley')) await userEvent.tab()
    await waitFor(() =>
      expect(screen.getByRole('tooltip')).toHaveTextContent('Launch Parley. It cannot be shown to Tomás'),
    )
  },
}

/** Where there is none, or for whoever may not launch it, nothing stands there. */
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
    // At the top of the stage, whose faces stay free.
    const told = await screen.findByRole('region', { name: /Notifications/ })
    await waitFor(() => expect(box(told).top).toBe(60))
    await expect(box(screen.getByRole('figure', { name: 'Tomás Aguilar' })).width).toBeGreaterThan(1000)
  },
}

export const NotInThisBrowser: Story = {
  args: { stream: sampleStreamState(), launch: 'unsupported' },
  play: async () => {
    const closed = control('Launch Parley. This browser cannot show it (no H.264)')
    await expect(closed).toHaveAttribute('aria-disabled', 'true')
    closed.focus()
    await waitFor(() =>
      expect(screen.getByRole('tooltip')).toHaveTextContent('This browser cannot show it (no H.264)'),
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

/** A colour of the tokens, as a computed style writes it. */
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
    await expect(chip).toHaveTextContent('Keys and clicks go to Parley. EscEsc gives them back')
    // No key of the call acts meanwhile, and one Escape is the application's.
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
    // Without a mouse.
    await press('{Enter}')
    await expect(acts.attachInput).toHaveBeenCalledTimes(2)
    await userEvent.click(control('Open chat'))
    await expect(acts.detachInput).toHaveBeenCalledTimes(2)
    await expect(screen.getByRole('complementary', { name: 'Side panel' })).toBeVisible()
  },
}

/** From the application to the people and back, by button and by key; its picture is never put on anew. */
export const PeopleAndBack: Story = {
  name: 'To the people and back [STREAM-08]',
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

/** 08c: the frame, the badge and the name at the pointer have the colour of whoever holds it; the coach takes it back at once. */
export const ControlOfTheClient: Story = {
  name: 'Control of the client [STREAM-42]',
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
    // Clicks of whoever has no control go nowhere.
    await userEvent.click(picture())
    await press('{Enter}')
    await expect(acts.attachInput).not.toHaveBeenCalled()
    await userEvent.click(control('Take control back'))
    await expect(acts.onHand).toHaveBeenLastCalledWith('dana')
  },
}

/** A client sees who has control, and is offered nothing that is the coach's. */
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

/** Control that goes elsewhere takes keys and clicks along. */
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

/** Of several people one is chosen. */
export const HandToOneOfSeveral: Story = {
  args: { call: sampleCall({ people: [tomas, jun, { ...dana, isSelf: true }] }) },
  play: async () => {
    await userEvent.click(control('Hand control'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Jun Watanabe' }))
    await expect(acts.onHand).toHaveBeenLastCalledWith('jun')
  },
}

/** Whoever holds it has left the call. */
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

/** 08c: the last picture stays, blurred. */
export const Retrying: Story = {
  args: { stream: heldBy('dana') },
  render: (args) => <Breaking {...args} />,
  play: async () => {
    await waitFor(() => expect(picture()).toHaveProperty('videoWidth', 1280))
    await userEvent.click(screen.getByRole('button', { name: 'Break it', hidden: true }))
    tellOfStream('lost', 2)
    tellOfStream('retrying', 2)
    // Low at the left, where the application has the stage.
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
    await expect(
      screen.getByText('It was tried 5 times. Where you were in the conversation is kept.'),
    ).toBeVisible()
    await userEvent.click(control('Try again'))
    await expect(acts.onTryNow).toHaveBeenCalledOnce()
  },
}

export const DidNotOpen: Story = {
  args: { stream: broken({ state: 'closed', isGivenUp: true }), source: undefined },
  play: async () => {
    await expect(screen.getByText('Parley did not open')).toBeVisible()
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
    await expect(screen.getByText('Parley cannot be shown here')).toBeVisible()
    await expect(screen.getByText('This browser does not play H.264. The call itself works.')).toBeVisible()
    await expect(screen.queryByRole('button', { name: /^Try/ })).toBeNull()
  },
}

/** A picture in a browser that lets it be heard, or does not. */
const heard = (isLet: boolean): typeof scene => ({
  ...scene,
  attach: (element) => {
    element.play = () =>
      isLet ? Promise.resolve() : Promise.reject(new DOMException('no press yet', 'NotAllowedError'))
    scene.attach(element)
  },
})

/** How loud it is, for oneself alone. */
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

/** Over the whole window, with its menus. */
export const OverTheWindow: Story = {
  play: async () => {
    await userEvent.click(control('Parley in full screen'))
    await waitFor(() => expect(box(parley())).toMatchObject({ left: 0, top: 0, width: innerWidth }))
    await userEvent.click(control('Leave full screen'))
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
