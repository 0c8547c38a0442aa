import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, screen, userEvent, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { ButtonLink } from '#ui/button/link.tsx'
import type { CheckState } from './check-state.ts'
import { streamSupportOf } from './check-words.ts'
import { DeviceCheck } from './device-check.tsx'

const acts = {
  onCamera: fn(),
  onMicrophone: fn(),
  onSpeaker: fn(),
  onToggle: fn(),
  onRetry: fn(),
  onBlur: fn(),
  onTestSound: fn(),
  onJoin: fn(),
}

const ready: CheckState = {
  camera: { kind: 'on', deviceId: 'facetime' },
  microphone: { kind: 'on', deviceId: 'yeti' },
  cameras: [
    { deviceId: 'facetime', label: 'FaceTime HD Camera' },
    { deviceId: 'desk', label: 'Desk camera' },
  ],
  microphones: [
    { deviceId: 'default', label: 'Default' },
    { deviceId: 'yeti', label: 'Yeti Stereo Microphone' },
  ],
  speakers: [{ deviceId: 'macbook', label: 'MacBook Pro Speakers' }],
  speaker: 'macbook',
  level: -33,
  hearing: 'heard',
  connection: { kind: 'good', roundTripMs: 38, lossPercent: 0, blocked: [] },
  streamSupport: streamSupportOf(true, undefined),
  isTestSoundOn: false,
  isJoining: false,
  blur: 'off',
  news: undefined,
}

/** Stands in for the camera's picture. */
const face = <div data-testid="picture" className="absolute inset-0 bg-lane-client-soft" />

const meta = {
  title: 'Call/Device check',
  component: DeviceCheck,
  args: {
    state: ready,
    acts,
    browser: 'chromium',
    picture: face,
    close: <ButtonLink to="/sessions">Close</ButtonLink>,
  },
  decorators: [
    (Story) => (
      <div className="mx-auto max-w-270">
        <Story />
      </div>
    ),
  ],
  beforeEach: () => {
    for (const act of Object.values(acts)) act.mockClear()
  },
} satisfies Meta<typeof DeviceCheck>
export default meta
type Story = StoryObj<typeof meta>

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const advice = [
  'section "Everything Look Good?":',
  'heading 2: Everything Look Good?',
  'list:',
  'entry: Check that you see yourself and that the bars move as you talk.',
  'entry: If the browser asks, allow camera and microphone.',
  'entry: Close other apps or tabs that hold the camera or microphone.',
  'entry: Still nothing? Restart the browser and open this page again.',
]
const connected = ['entry:', 'Connection is good', '38 ms round trip, no loss']
const shown = ['entry:', 'Parley can be shown here', 'This browser plays H.264.']
const ways = ['link → /sessions: Close', 'button: Join Session (on-accent)']

export const Ready: Story = {
  name: 'Ready [DEVICE-01 DEVICE-10]',
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'heading 1: Choose your video and audio options',
      'Nobody sees or hears you until you join.',
      'You',
      'button "Blur background, Blur off": Blur off',
      'button "Mute, Mic on": Mic on',
      'button "Turn camera off, Camera on": Camera on',
      ...advice,
      'Camera',
      'button [haspopup listbox]: FaceTime HD Camera',
      'Microphone',
      'button [haspopup listbox]: Yeti Stereo Microphone',
      'Say something to test it.',
      'We hear you (green-ink)',
      'Speaker',
      'button [haspopup listbox]: MacBook Pro Speakers',
      'button: Play test sound',
      'list:',
      ...connected,
      ...shown,
      ...ways,
    ])
  },
}

export const Acting: Story = {
  play: async () => {
    await press('Mute, Mic on')
    await expect(acts.onToggle).toHaveBeenLastCalledWith('microphone')
    await press('Turn camera off, Camera on')
    await expect(acts.onToggle).toHaveBeenLastCalledWith('camera')
    await press('Play test sound')
    await expect(acts.onTestSound).toHaveBeenCalledOnce()
    await press('Join Session')
    await expect(acts.onJoin).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: /^Camera|FaceTime/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Desk camera' }))
    await expect(acts.onCamera).toHaveBeenCalledWith('desk')
    await userEvent.click(screen.getByRole('button', { name: /Yeti/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Default' }))
    await expect(acts.onMicrophone).toHaveBeenCalledWith('default')
  },
}

const withState = (state: Partial<CheckState>): Pick<Story, 'args'> => ({
  args: { state: { ...ready, ...state } },
})
const text = (canvas: HTMLElement) => within(canvas)

/** The check's denied state, by the specification's name. */
const denied = (canvas: HTMLElement) => canvas.querySelector('[data-denied]')?.getAttribute('data-denied')

export const CameraDenied: Story = {
  name: 'Camera denied [DEVICE-14]',
  ...withState({ camera: { kind: 'denied' }, cameras: [] }),
  play: async ({ canvasElement }) => {
    const page = text(canvasElement)
    await expect(denied(canvasElement)).toBe('CameraPermissionsDenied')
    await expect(page.getByText('Your camera is blocked')).toBeVisible()
    await expect(
      page.getByText(
        'Press the settings icon at the left of the address bar, switch Camera on, then try again. Or join with sound only.',
      ),
    ).toBeVisible()
    await expect(page.getByText('Allow the camera, or join with sound only.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Camera blocked by the browser/ })).toBeVisible()
    await expect(page.getByText('You will join with sound only.')).toBeVisible()
    await expect(page.queryByTestId('picture')).toBeNull()
    // A drawing shows where to press: a bar with the page's address on the dark stage.
    await expect(page.getByText(/\/…\/join$/).parentElement).toHaveClass('bg-stage-raised')
    await press('Try again')
    await expect(acts.onRetry.mock.calls).toEqual([['camera']])
    await press('Join Session')
    await expect(acts.onJoin).toHaveBeenCalledOnce()
  },
}

export const MicrophoneDenied: Story = {
  name: 'Microphone denied [DEVICE-15]',
  ...withState({ microphone: { kind: 'denied' }, microphones: [] }),
  play: async ({ canvasElement }) => {
    const page = text(canvasElement)
    await expect(denied(canvasElement)).toBe('MicrophonePermissionsDenied')
    await expect(page.getByRole('alert')).toHaveTextContent(
      'Your microphone is blocked. Press the settings icon at the left of the address bar, switch Microphone on, then try again. Until then you can listen and write in the chat.',
    )
    await expect(page.getByTestId('picture')).toBeVisible()
    await expect(page.getByText('No microphone')).toBeVisible()
    await expect(page.getByText('Others see you, but do not hear you.')).toBeVisible()
    await expect(page.queryByText('Say something to test it.')).toBeNull()
    await press('Try again')
    await expect(acts.onRetry.mock.calls).toEqual([['microphone']])
  },
}

export const BothDenied: Story = {
  name: 'Both denied [DEVICE-16]',
  ...withState({ camera: { kind: 'denied' }, microphone: { kind: 'denied' }, cameras: [], microphones: [] }),
  play: async ({ canvasElement }) => {
    const page = text(canvasElement)
    await expect(denied(canvasElement)).toBe('NotAllowedError')
    await expect(page.getByText('Camera and microphone are blocked')).toBeVisible()
    await expect(
      page.getByText(
        'Press the settings icon at the left of the address bar, switch both on, then try again. You can also join to listen and write.',
      ),
    ).toBeVisible()
    await expect(page.queryByRole('alert')).toBeNull()
    await expect(page.getByText('You will join to listen and write.')).toBeVisible()
    await press('Try again')
    await expect(acts.onRetry.mock.calls).toEqual([['camera'], ['microphone']])
  },
}

/** Shown where fingers are the pointer. */
export const OnAPhone: Story = {
  play: async () => {
    await fireEvent.click(screen.getByLabelText('Switch camera'))
    await expect(acts.onCamera).toHaveBeenLastCalledWith('desk')
  },
}

export const LastCameraOfAPhone: Story = {
  ...withState({ camera: { kind: 'on', deviceId: 'desk' } }),
  play: async () => {
    await fireEvent.click(screen.getByLabelText('Switch camera'))
    await expect(acts.onCamera).toHaveBeenLastCalledWith('facetime')
  },
}

export const OneCamera: Story = {
  ...withState({
    camera: { kind: 'on', deviceId: 'default' },
    cameras: [
      { deviceId: 'default', label: 'Default - FaceTime HD Camera' },
      { deviceId: 'facetime', label: 'FaceTime HD Camera' },
    ],
  }),
  play: async () => {
    await expect(screen.queryByLabelText('Switch camera')).toBeNull()
  },
}

const blurSwitch = (name: string) => screen.getByRole('button', { name })

export const BlurOff: Story = {
  name: 'Blur is off at first, and its switch says so and what a press does [DEVICE-22]',
  play: async () => {
    const off = blurSwitch('Blur background, Blur off')
    await expect(off).toHaveAttribute('aria-pressed', 'false')
    off.focus()
    await expect(await screen.findByRole('tooltip')).toHaveTextContent('Blur background')
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard(' ')
    await expect(acts.onBlur).toHaveBeenCalledTimes(2)
    await expect(off).toHaveFocus()
  },
}

export const BlurStarting: Story = {
  name: 'While blur starts the picture is hidden, and the switch turns it off again [DEVICE-22]',
  ...withState({ blur: 'starting' }),
  play: async () => {
    await expect(screen.getByText('Blur is starting.')).toBeVisible()
    await expect(screen.queryByTestId('picture')).toBeNull()
    await expect(blurSwitch('Turn blur off, Blur starting')).toHaveAttribute('aria-pressed', 'true')
    await press('Turn blur off, Blur starting')
    await expect(acts.onBlur).toHaveBeenCalledOnce()
  },
}

export const BlurOn: Story = {
  ...withState({ blur: 'on' }),
  play: async () => {
    await expect(screen.getByTestId('picture')).toBeVisible()
    await expect(blurSwitch('Turn blur off, Blur on')).toHaveAttribute('aria-pressed', 'true')
  },
}

/** The choice holds for the camera that is switched on next. */
export const BlurOnCameraOff: Story = {
  ...withState({ blur: 'on', camera: { kind: 'off' } }),
  play: async () => {
    await expect(screen.getByText('Your camera is off.')).toBeVisible()
    await expect(blurSwitch('Turn blur off, Blur on')).toBeVisible()
  },
}

export const BlurFailed: Story = {
  name: 'A blur that failed says so, and its switch keeps the focus but takes no press [DEVICE-22]',
  ...withState({ blur: 'unsupported', camera: { kind: 'off' }, news: { kind: 'blur', why: 'failed' } }),
  play: async ({ canvasElement }) => {
    await expect(
      text(canvasElement).getByText(
        "Your background couldn't be blurred. Turn your camera on to join without blur.",
      ),
    ).toBeVisible()
    const closed = blurSwitch("Blur off. Your background couldn't be blurred.")
    await expect(closed).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(closed)
    await expect(closed).toHaveFocus()
    await expect(acts.onBlur).not.toHaveBeenCalled()
  },
}

export const BlurTooSlow: Story = {
  name: 'A blur that was too slow says so and can be switched on again [DEVICE-22]',
  ...withState({ camera: { kind: 'off' }, news: { kind: 'blur', why: 'slow' } }),
  play: async ({ canvasElement }) => {
    await expect(
      text(canvasElement).getByText(
        'Blur was turned off: this computer is too slow for it. Turn your camera on to join without blur.',
      ),
    ).toBeVisible()
    await press('Blur background, Blur off')
    await expect(acts.onBlur).toHaveBeenCalledOnce()
  },
}

export const BlurUnsupported: Story = {
  name: 'Without support by the browser there is no switch [DEVICE-22]',
  ...withState({ blur: 'unsupported' }),
  play: async () => {
    await expect(screen.queryByRole('button', { name: /blur/i })).toBeNull()
  },
}

export const BlurOnAPhone: Story = { ...BlurOn, globals: { viewport: { value: 'phone' } } }

export const CameraInUse: Story = {
  ...withState({ camera: { kind: 'busy' } }),
  play: async ({ canvasElement }) => {
    const page = text(canvasElement)
    await expect(page.getByText('Another app is using your camera')).toBeVisible()
    await expect(page.getByText('In use by another app or tab.')).toBeVisible()
    await press('Use another camera')
    await expect(acts.onCamera).toHaveBeenCalledWith('desk')
    await press('Try again')
    await expect(acts.onRetry).toHaveBeenCalledWith('camera')
  },
}

export const NoDevice: Story = {
  ...withState({
    camera: { kind: 'missing' },
    microphone: { kind: 'missing' },
    cameras: [],
    microphones: [],
    connection: { kind: 'usable', roundTripMs: 190, lossPercent: 2, blocked: [] },
    streamSupport: streamSupportOf(false, undefined),
  }),
  play: async ({ canvasElement }) => {
    const page = text(canvasElement)
    await expect(page.getByText('No camera found', { selector: 'p' })).toBeVisible()
    await expect(
      page.getByText('Plug in a headset or microphone, or join to listen and write.'),
    ).toBeVisible()
    await expect(page.queryByRole('button', { name: 'Try again' })).toBeNull()
    await expect(page.getByText('Connection is usable')).toBeVisible()
    await expect(page.getByText("Parley can't be shown here")).toBeVisible()
    await expect(page.getByText("This browser doesn't play H.264. The call itself works.")).toBeVisible()
    await expect(page.getByText('You will join to listen and write.')).toBeVisible()
  },
}

export const Silent: Story = {
  ...withState({ hearing: 'silent', level: -100 }),
  play: async ({ canvasElement }) => {
    await expect(
      text(canvasElement).getByText("We can't hear you. Is the microphone off, or another one chosen?"),
    ).toBeVisible()
    await expect(text(canvasElement).queryByText('We hear you')).toBeNull()
  },
}

/** Switched off by choice: nothing is wrong, and it can be switched on. */
export const SwitchedOff: Story = {
  ...withState({ camera: { kind: 'off' }, microphone: { kind: 'off' } }),
  play: async ({ canvasElement }) => {
    await expect(text(canvasElement).getByText('Your camera is off.')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Unmute, Muted' })).toHaveTextContent('Muted')
    await expect(screen.getByRole('button', { name: 'Turn camera on, Camera off' })).toHaveTextContent(
      'Camera off',
    )
  },
}

/** If the browser doesn't let a page choose a speaker, a line says so in place of the picker. */
export const NoSpeakerChoice: Story = {
  ...withState({ speakers: undefined }),
  play: async ({ canvasElement }) => {
    await expect(
      text(canvasElement).getByText('Sound plays on the speaker your system has chosen.'),
    ).toBeVisible()
    await expect(text(canvasElement).queryByText('Speaker')).toBeNull()
  },
}

export const OnPhone: Story = { ...Ready, globals: { viewport: { value: 'phone' } } }

export const Joining: Story = {
  name: 'While joining, Join Session takes no second press',
  args: { state: { ...ready, isJoining: true } },
  play: async () => {
    const join = screen.getByRole('button', { name: /Join Session/ })
    await expect(join).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(join)
    await expect(acts.onJoin).not.toHaveBeenCalled()
  },
}

export const CouldNotBeTested: Story = {
  name: 'A test that took too long gives no verdict [CALL-50]',
  args: { state: { ...ready, connection: { kind: 'untested' } } },
  play: async () => {
    await expect(screen.getByText("Couldn't test your connection")).toBeVisible()
    await expect(screen.queryByText(/Your network blocks video/)).toBeNull()
  },
}

export const InApp: Story = {
  name: "In an app's built-in browser, with where to open the page and the link [DEVICE-19]",
  args: { browser: 'in-app', address: 'https://parley.example/join/secret' },
  play: async () => {
    await expect(screen.getByText('Open this page in Safari or Chrome.').parentElement).toHaveTextContent(
      'Open this page in Safari or Chrome. The app that you opened it in may not let it use camera and microphone. Copy the link and paste it there.',
    )
    await expect(screen.getByRole('button', { name: /Cop/ })).toBeVisible()
  },
}
