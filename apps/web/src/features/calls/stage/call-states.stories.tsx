import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { createStore } from '#base/store.ts'
import { tooltipOf } from '../../../../.storybook/tooltip-of.ts'
import { switchSingleKeys } from '#ui/keys/shortcuts.tsx'
import { CallView } from './call-view.tsx'
import { hideSelf, keepCorner } from './faces/self-view.ts'
import { sampleActs as acts } from './sample-acts.ts'
import { sampleCall, samplePersonIn } from './sample-call.ts'
import { samplePicture } from './sample-picture.ts'

const level = createStore(-30)
const face = samplePicture('#5d6b8c')
const tomas = samplePersonIn('Tomás Aguilar', { picture: face })
const me = samplePersonIn('Dana Whitfield', { isSelf: true, picture: samplePicture('#35655f') })

/** The designs of the call, one story each; the frame's own behaviour is covered by call-view.stories.tsx. */
const meta = {
  title: 'Call/States of the call',
  component: CallView,
  globals: { viewport: { value: 'desktop' } },
  args: {
    state: sampleCall({ people: [tomas, me] }),
    level,
    left: <p className="font-figures text-title font-semibold">11:38 AM</p>,
    waitingText: 'Waiting for Client',
    triesUntil: '12:30 PM',
    acts,
    chat: <p className="p-4">Nothing was written yet.</p>,
  },
  // The call has the whole window to itself.
  decorators: [
    (Story) => (
      <div className="fixed inset-0">
        <Story />
      </div>
    ),
  ],
  beforeEach: () => {
    for (const act of Object.values(acts)) act.mockClear()
    hideSelf(false)
    keepCorner('bottom-right')
    switchSingleKeys(true)
  },
} satisfies Meta<typeof CallView>
export default meta
type Story = StoryObj<typeof meta>

const control = (name: string | RegExp) => screen.getByRole('button', { name })
const figure = (name: string) => screen.getByRole('figure', { name })
const box = (element: Element) => element.getBoundingClientRect()
const press = (key: string) => userEvent.keyboard(key)

/** 06a. */
export const OneToOne: Story = {
  play: async () => {
    // Camera pictures are mirrored for their owner only.
    const [other, own] = ['Tomás Aguilar', 'You'].map((name) => figure(name).querySelector('video'))
    await expect(getComputedStyle(own as Element).scale).toBe('-1 1')
    await expect(getComputedStyle(other as Element).scale).toBe('none')
    await expect(getComputedStyle(other as Element).objectFit).toBe('cover')
    await expect(box(figure('You'))).toMatchObject({ width: 228, height: 128 })
  },
}

/**
 * The own picture moves to the nearest of four corners, by pointer or by its menu, and the corner is remembered; the picture
 * can be hidden.
 */
export const OwnPicture: Story = {
  play: async () => {
    const stage = box(screen.getByRole('region', { name: 'People' }))
    const own = () => box(figure('You'))
    const place = figure('You').parentElement as HTMLElement
    await fireEvent.pointerDown(place, { pointerId: 1, clientX: 1300, clientY: 700 })
    await fireEvent.pointerMove(place, { pointerId: 1, clientX: 200, clientY: 200 })
    await fireEvent.pointerUp(place, { pointerId: 1, clientX: 200, clientY: 200 })
    await waitFor(() => expect(own().left).toBe(stage.left + 12 + 14))
    await waitFor(() => expect(own().top).toBe(stage.top + 14))
    await expect(localStorage.getItem('parley.self-corner')).toBe('top-left')
    await userEvent.click(control('Options for your picture'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to the bottom right' }))
    await waitFor(() => expect(own().right).toBe(stage.right - 12 - 14))
    await userEvent.click(control('Options for your picture'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide my picture' }))
    await expect(screen.queryByRole('figure', { name: 'You' })).toBeNull()
    await userEvent.click(control('More'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Show my picture' }))
    await expect(figure('You')).toBeVisible()
  },
}

const four = [
  tomas,
  samplePersonIn('Amara Diallo', { isSpeaking: true, picture: samplePicture('#a8752d') }),
  samplePersonIn('Jun Watanabe', { isMutedForMe: true, picture: samplePicture('#8c4a3c') }),
  me,
]

/** 07b. */
export const Voice: Story = {
  args: { state: sampleCall({ people: four }) },
  play: async () => {
    await press('o')
    await expect(screen.getByRole('tab', { name: 'Voice' })).toHaveAttribute('aria-selected', 'true')
    const panel = within(screen.getByRole('complementary', { name: 'Side panel' }))
    await expect(panel.getByText('Only you hear this change.')).toBeVisible()
    await expect(panel.getByText('Muted for you')).toBeVisible()
    await userEvent.click(panel.getByRole('button', { name: /Yeti Stereo Microphone/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Default - MacBook Pro Microphone' }))
    await expect(acts.onDevice).toHaveBeenLastCalledWith('microphone', 'default')
    await userEvent.click(panel.getByRole('button', { name: /MacBook Pro Speakers/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Default - MacBook Pro Speakers' }))
    await expect(acts.onSpeaker).toHaveBeenLastCalledWith('default')
    await userEvent.click(panel.getByRole('button', { name: 'Play test sound' }))
    await expect(acts.onTestSound).toHaveBeenCalledOnce()
    await userEvent.click(panel.getByRole('switch', { name: /^Noise suppression/ }))
    await expect(acts.onNoiseSuppression).toHaveBeenLastCalledWith(false)
    await userEvent.click(panel.getByRole('switch', { name: /^Blur background/ }))
    await expect(acts.onBlur).toHaveBeenCalledOnce()
    await expect(panel.getByText('Good')).toBeVisible()
    await expect(panel.getByText('Your level now').previousElementSibling).toHaveAttribute(
      'aria-hidden',
      'true',
    )
    panel.getByRole('slider', { name: 'Amara Diallo' }).focus()
    await press('{ArrowLeft}')
    await expect(acts.onVolume).toHaveBeenLastCalledWith('Amara Diallo', 0.95)
    await userEvent.click(panel.getByRole('button', { name: 'Mute Jun Watanabe for me' }))
    await expect(acts.onMuteForMe).toHaveBeenLastCalledWith('Jun Watanabe', false)
  },
}

/** If the browser doesn't let a page choose the output, there is no picker for it. */
export const VoiceWithoutSpeakers: Story = {
  args: { state: sampleCall({ devices: { ...sampleCall().devices, speakers: undefined } }) },
  play: async () => {
    await press('o')
    await expect(screen.queryByText('Speaker')).toBeNull()
    await expect(screen.getByText('Camera')).toBeVisible()
  },
}

/** The menu over a person's picture can be reached by keyboard and touch, not only by hover. */
export const MenuOfAPerson: Story = {
  name: 'The menu of a person [A4]',
  args: {
    state: sampleCall({ people: four }),
    actsOn: ({ name }) => [{ text: `Remove ${name} from call`, onPress: fn() }],
  },
  play: async () => {
    const menu = control('Options for Amara Diallo')
    await expect(getComputedStyle(menu).opacity).toBe('0')
    menu.focus()
    await expect(getComputedStyle(menu).opacity).toBe('1')
    await press('{Enter}')
    const entries = await screen.findAllByRole('menuitem')
    await expect(entries.map((entry) => entry.textContent)).toEqual([
      'Pin',
      'Volume',
      'Mute for me',
      'Remove Amara Diallo from call',
    ])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mute for me' }))
    await expect(acts.onMuteForMe).toHaveBeenLastCalledWith('Amara Diallo', true)
    await userEvent.click(menu)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Volume' }))
    await expect(screen.getByRole('slider', { name: 'Amara Diallo' })).toBeVisible()
    await userEvent.click(menu)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Pin' }))
    // The pinned person is in focus, above the others: beside them and the panel there would be less room.
    await waitFor(() => expect(box(figure('Tomás Aguilar')).height).toBe(112))
    await expect(box(figure('Amara Diallo')).width).toBeGreaterThan(1000)
    await press('o')
    await waitFor(() => expect(box(figure('Tomás Aguilar')).width).toBe(220))
    await expect(box(figure('Amara Diallo')).height).toBeGreaterThan(700)
    await press('o')
    await press('g')
    await waitFor(() => expect(box(figure('Tomás Aguilar')).width).toBeGreaterThan(220))
    await press('g')
    await userEvent.click(control('Options for Amara Diallo'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Unpin' }))
    await waitFor(() => expect(box(figure('Tomás Aguilar')).width).toBeGreaterThan(220))
  },
}

/** 06b. */
export const GridOfEleven: Story = {
  args: {
    state: sampleCall({
      people: [
        ...Array.from({ length: 10 }, (_, i) =>
          samplePersonIn(`Person ${i + 1}`, {
            isSpeaking: i === 4,
            isWeak: i === 3,
            picture: i === 2 ? undefined : face,
          }),
        ),
        me,
      ],
    }),
  },
  play: async () => {
    await expect(box(figure('Person 1'))).toMatchObject({ width: 348, height: 248 })
    await expect(getComputedStyle(figure('Person 5')).outlineStyle).toBe('solid')
    await expect(screen.getByText('Weak')).toBeVisible()
  },
}

/** 06c. */
export const ScreenShare: Story = {
  args: {
    state: sampleCall({
      people: [{ ...tomas, isSpeaking: true, screen: samplePicture('#ffffff', 1920, 1080) }, me],
      sharing: 'taken',
    }),
  },
  play: async () => {
    const shared = figure('Screen of Tomás Aguilar')
    // The screen is never cropped, with everybody in a strip of 256.
    await expect(getComputedStyle(shared.querySelector('video') as Element).objectFit).toBe('contain')
    await expect(box(figure('Tomás Aguilar')).width).toBe(256)
    await expect(box(figure('You')).width).toBe(256)
    await expect(screen.getByText('Tomás Aguilar is sharing a screen')).toBeVisible()
    const closed = control(/^Share screen\./)
    await expect(await tooltipOf(closed)).toHaveTextContent(
      'Cannot share screen when another user is sharing',
    )
    await userEvent.click(closed)
    await expect(acts.onShare).not.toHaveBeenCalled()
    // The person's choice holds while the share lasts.
    await press('g')
    await expect(screen.queryByRole('figure', { name: 'Screen of Tomás Aguilar' })).toBeNull()
  },
}

export const OwnShare: Story = {
  args: { state: sampleCall({ people: [tomas, me], sharing: 'own' }) },
  play: async () => {
    await expect(screen.getByText('You are sharing your screen.')).toBeVisible()
    const [bar, notice] = screen.getAllByRole('button', { name: 'Stop sharing' })
    await expect(bar).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(bar as Element)
    await userEvent.click(notice as Element)
    await expect(acts.onShare).toHaveBeenCalledTimes(2)
  },
}

export const ShareUnsupported: Story = {
  args: { state: sampleCall({ sharing: 'unsupported' }) },
  play: async () => {
    await expect(await tooltipOf(control(/^Share screen\./))).toHaveTextContent(
      'Screen sharing is not supported with this browser',
    )
  },
}

/** 06d. */
export const AudioOnly: Story = {
  args: {
    state: sampleCall({
      isAudioOnly: true,
      camera: 'off',
      microphone: 'off',
      people: [
        samplePersonIn('Kwame Boateng', { isSpeaking: true }),
        samplePersonIn('Sofia Lindgren', { isPictureOff: true }),
        samplePersonIn('Dana Whitfield', { isSelf: true, isMuted: true }),
      ],
    }),
  },
  play: async () => {
    await expect(screen.getByText('Picture off for you')).toBeVisible()
    await userEvent.click(control('Turn picture on'))
    await expect(acts.onAudioOnly).toHaveBeenCalledOnce()
  },
}

/** 06e. */
export const TalkingWhileMuted: Story = {
  args: {
    state: sampleCall({ people: [tomas, { ...me, isMuted: true }], microphone: 'off', isTalkingMuted: true }),
  },
  play: async () => {
    const hint = screen.getByText(/^You are muted\./)
    await expect(hint).toHaveTextContent('You are muted. Press M to talk, or hold Space')
    // It points at the button and lies in the window.
    await expect(box(hint).bottom).toBeLessThanOrEqual(box(control('Unmute, Muted')).top)
    await expect(box(hint).left).toBeGreaterThanOrEqual(0)
  },
}

/** Counted from the render: the file may have been loaded long before. */
const lostFor = (ms: number) =>
  sampleCall({
    people: [tomas, me],
    connection: 'reconnecting',
    lostSince: Date.now() - ms,
    microphone: 'starting',
    camera: 'starting',
    isAudioOnly: true,
    news: { kind: 'unsent', what: 'camera' },
  })

/** 10a. */
export const Reconnecting: Story = {
  render: (args) => <CallView {...args} state={lostFor(6000)} />,
  play: async () => {
    await expect(screen.getByRole('alert')).toHaveTextContent('Your connection dropped. Reconnecting…')
    await expect(screen.getByText(/^Offline for \d+ s$/)).toBeVisible()
    // One notice for one loss, and the bar says no more than the own tile.
    await expect(screen.queryByText(/^Audio only/)).toBeNull()
    await expect(screen.queryByText(/couldn't be sent/)).toBeNull()
    await expect(screen.getByRole('button', { name: 'Mute, Mic starting' })).toHaveTextContent('Starting')
    await expect(screen.getByRole('button', { name: 'Turn camera off, Camera starting' })).toBeVisible()
    // The other's last picture stays, dimmed; the own one is unchanged.
    await expect(getComputedStyle(figure('Tomás Aguilar').querySelector('video') as Element).opacity).toBe(
      '0.4',
    )
    await expect(getComputedStyle(figure('You').querySelector('video') as Element).opacity).toBe('1')
  },
}

/** 10b. */
export const ConnectionLost: Story = {
  render: (args) => <CallView {...args} state={lostFor(61_000)} />,
  play: async () => {
    const lost = { name: 'The connection is lost' }
    const dialog = within(await screen.findByRole('alertdialog', lost, { timeout: 10_000 }))
    await expect(
      dialog.getByText(
        "We keep trying until 12:30 PM. Check your network, or rejoin now. You won't have to wait to be let in.",
      ),
    ).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Rejoin' }))
    await expect(acts.onRejoin).toHaveBeenCalledOnce()
    await userEvent.click(dialog.getByRole('button', { name: 'Leave the call' }))
    await expect(acts.onLeave).toHaveBeenCalledOnce()
  },
}

/** 10c. */
export const PoorNetwork: Story = {
  args: { state: sampleCall({ people: [{ ...tomas, isWeak: true }, me], quality: 'weak' }) },
  play: async () => {
    await expect(
      screen.getByText('Your connection is weak. The picture quality is reduced to keep the sound clear.'),
    ).toBeVisible()
    await userEvent.click(control('Audio only'))
    await expect(acts.onAudioOnly).toHaveBeenCalledOnce()
    await userEvent.click(control('Dismiss'))
    await expect(screen.queryByText(/^Your connection is weak/)).toBeNull()
  },
}

export const Unplugged: Story = {
  args: {
    state: sampleCall({ news: { kind: 'unplugged', what: 'microphone', now: 'MacBook Pro Microphone' } }),
  },
  play: async () => {
    await expect(
      screen.getByText('Your microphone was unplugged. Now on MacBook Pro Microphone.'),
    ).toBeVisible()
    await userEvent.click(control('Dismiss'))
    await expect(acts.onNewsRead).toHaveBeenCalledOnce()
  },
}

export const NoDevices: Story = {
  args: {
    state: sampleCall({
      microphone: 'off',
      camera: 'off',
      devices: {
        ...sampleCall().devices,
        camera: { kind: 'missing' },
        microphone: { kind: 'denied' },
        cameras: [],
      },
    }),
  },
  play: async () => {
    await expect(control('No camera: choose one')).toHaveTextContent('No camera')
    await userEvent.click(control('No microphone: choose one'))
    await expect(screen.getByRole('tab', { name: 'Voice' })).toHaveAttribute('aria-selected', 'true')
    await expect(screen.getByRole('button', { name: /None found/ })).toBeDisabled()
  },
}

/** Keys act outside of fields, and not at all if the person has switched them off. */
export const Keys: Story = {
  name: 'Keys [A3]',
  args: {
    chat: <input aria-label="Message" className="m-4 border" />,
    state: sampleCall({ people: [tomas, { ...me, isMuted: true }], microphone: 'off' }),
  },
  play: async () => {
    await press('m')
    await expect(acts.onMic).toHaveBeenCalledTimes(1)
    await press('v')
    await expect(acts.onCamera).toHaveBeenCalledTimes(1)
    await press('s')
    await expect(acts.onShare).toHaveBeenCalledTimes(1)
    await press('c')
    await userEvent.click(screen.getByRole('textbox', { name: 'Message' }))
    await press('mvsco ')
    for (const act of [acts.onMic, acts.onCamera, acts.onShare]) await expect(act).toHaveBeenCalledTimes(1)
    await expect(acts.onTalk).not.toHaveBeenCalled()
    await expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('mvsco ')
    await press('{Escape}')
    await expect(screen.queryByRole('complementary')).toBeNull()

    // Space can be held to talk, from anywhere and on the microphone's own button.
    control('Unmute, Muted').focus()
    const hand = userEvent.setup()
    const since = performance.now()
    await hand.keyboard('{ >}')
    await expect(acts.onTalk).toHaveBeenLastCalledWith(true)
    await waitFor(() => expect(performance.now() - since).toBeGreaterThan(400))
    await hand.keyboard('{/ }')
    await expect(acts.onTalk).toHaveBeenLastCalledWith(false)
    await expect(acts.onMic).toHaveBeenCalledTimes(1)

    await press('?')
    const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    await expect(list.queryByText('Assessment')).toBeNull()
    await userEvent.click(list.getByRole('switch', { name: /^Use keys in the call/ }))
    await userEvent.click(list.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('m')
    await expect(acts.onMic).toHaveBeenCalledTimes(1)
    // On a button, Space still presses that button.
    await press('{ >}{/ }')
    await expect(acts.onTalk).toHaveBeenCalledTimes(2)
  },
}

export const More: Story = {
  args: { more: [{ text: 'Report technical issues', onPress: fn() }] },
  play: async ({ args }) => {
    await userEvent.click(control('More'))
    const entries = await screen.findAllByRole('menuitem')
    const texts = entries.map((entry) => entry.textContent)
    await expect(texts).toEqual(
      expect.arrayContaining(['Audio only', 'Hide my picture', 'Keyboard shortcuts']),
    )
    await userEvent.click(screen.getByRole('menuitem', { name: 'Report technical issues' }))
    await expect(args.more?.[0]?.onPress).toHaveBeenCalledOnce()
    await userEvent.click(control('More'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Audio only' }))
    await expect(acts.onAudioOnly).toHaveBeenCalledOnce()
  },
}

/** On a phone the bar has Mic, Camera, Chat, More and Leave; the rest is in More. */
export const BarOnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async () => {
    const bar = within(screen.getByRole('region', { name: 'Controls' }))
    const names = bar.getAllByRole('button').map((each) => each.textContent)
    await expect(names).toEqual(['Mic on', 'Camera on', 'Chat', 'More', 'Leave'])
    await userEvent.click(control('More'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Share screen' }))
    await expect(acts.onShare).toHaveBeenCalledOnce()
    await expect(box(figure('You'))).toMatchObject({ width: 92, height: 122 })
  },
}
