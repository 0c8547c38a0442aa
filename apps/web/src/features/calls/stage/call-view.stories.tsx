import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { CallView } from './call-view.tsx'
import { sampleCall, samplePersonIn } from './sample-call.ts'

const me = samplePersonIn('Dana Whitfield', { isSelf: true })
const tomas = samplePersonIn('Tomás Aguilar')

const acts = { onMic: fn(), onCamera: fn(), onSound: fn(), onLeave: fn() }

const meta = {
  title: 'Call/The call',
  component: CallView,
  args: {
    state: sampleCall(),
    left: <p>11:38 AM</p>,
    waitingText: 'Waiting for Client',
    ...acts,
  },
  beforeEach: () => {
    for (const act of Object.values(acts)) act.mockClear()
  },
} satisfies Meta<typeof CallView>
export default meta
type Story = StoryObj<typeof meta>

const controls = [
  'section "Controls":',
  'button "Mute, Mic on" [pressed]: Mic on',
  'button "Turn camera off, Camera on" [pressed]: Camera on',
  'button "Leave the call": Leave',
]

export const Alone: Story = {
  name: 'Alone [CALL-16]',
  args: { state: sampleCall({ people: [me] }) },
  play: async () => {
    // Over a picture, which may be of any colour, words have a ground of their own.
    await expect(screen.getByText('Waiting for Client')).toHaveClass('bg-stage/90')
    await expect(screen.getByText('You').parentElement).toHaveClass('bg-stage/80')
    await expect(screen.getByRole('figure', { name: 'You, camera off' })).toBeVisible()
  },
}

export const Two: Story = {
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'Parley',
      '2',
      'in the call (heard)',
      'section "People":',
      'part "Tomás Aguilar, camera off":',
      'Tomás Aguilar',
      'Camera off',
      'part "You, camera off":',
      'You',
      'Camera off',
      'alert:',
      '11:38 AM',
      ...controls,
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Mute, Mic on' }))
    await expect(acts.onMic).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Turn camera off, Camera on' }))
    await expect(acts.onCamera).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Leave the call' }))
    await expect(acts.onLeave).toHaveBeenCalledOnce()
  },
}

/** Off is never colour alone: word, sign and ground change, and what is pressed is said. */
export const MutedAndDark: Story = {
  args: {
    state: sampleCall({ isMicOn: false, isCameraOn: false, people: [{ ...tomas, isMuted: true }, me] }),
  },
  play: async () => {
    const mic = screen.getByRole('button', { name: 'Unmute, Muted' })
    await expect(mic).toHaveAttribute('aria-pressed', 'false')
    await expect(screen.getByRole('button', { name: 'Turn camera on, Camera off' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await expect(screen.getByRole('figure', { name: 'Tomás Aguilar, muted, camera off' })).toBeVisible()
  },
}

const eleven = [
  'Amara Diallo',
  'Jun Watanabe',
  'Margarethe Öztürk-Lindqvist',
  'Nora Fitzgerald',
  'Kwame Boateng',
  'Sofia Lindgren',
  'Leila Haddad',
  'Arjun Mehta',
  'Grace Mensah',
  'Tom Brennan',
].map((name, i) =>
  samplePersonIn(name, { isSpeaking: i === 4, isWeak: i === 3, isLost: i === 9, isMuted: i % 3 === 1 }),
)

export const Eleven: Story = {
  args: { state: sampleCall({ people: [...eleven, me] }) },
  play: async () => {
    const names = screen.getAllByRole('figure').map((figure) => figure.getAttribute('aria-label'))
    await expect(names).toEqual([
      'Amara Diallo, camera off',
      'Jun Watanabe, muted, camera off',
      'Margarethe Öztürk-Lindqvist, camera off',
      'Nora Fitzgerald, camera off, weak connection',
      'Kwame Boateng, muted, camera off',
      'Sofia Lindgren, camera off',
      'Leila Haddad, camera off',
      'Arjun Mehta, muted, camera off',
      'Grace Mensah, camera off',
      'Tom Brennan, camera off, connection lost',
      'You, camera off',
    ])
    // The tiles fill the stage that there is.
    const [first] = screen.getAllByRole('figure')
    await expect(first?.clientWidth).toBeGreaterThan(80)
    await expect(screen.getByText('Connection lost')).toBeVisible()
    await expect(screen.getByText('Weak')).toBeVisible()
  },
}

export const ElevenOnPhone: Story = { ...Eleven, globals: { viewport: { value: 'phone' } } }

export const Reconnecting: Story = {
  args: { state: sampleCall({ connection: 'reconnecting' }) },
  play: async () => {
    await expect(screen.getByRole('alert')).toHaveTextContent('Reconnecting…')
  },
}

export const SoundHeldBack: Story = {
  args: { state: sampleCall({ isSoundHeld: true }) },
  play: async () => {
    await expect(screen.getByText('The browser holds back the sound.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Turn sound on' }))
    await expect(acts.onSound).toHaveBeenCalledOnce()
  },
}

export const OnPhone: Story = { ...Alone, globals: { viewport: { value: 'phone' } } }
