import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState, type ComponentProps } from 'react'
import { expect, fn, screen, userEvent, within } from 'storybook/test'
import { createStore } from '#base/store.ts'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { CallView } from './call-view.tsx'
import { Notice } from './notices/notice.tsx'
import { sampleActs as acts } from './sample-acts.ts'
import { sampleCall, samplePersonIn } from './sample-call.ts'

const me = samplePersonIn('Dana Whitfield', { isSelf: true })
const tomas = samplePersonIn('Tomás Aguilar')

const meta = {
  title: 'Call/The call',
  component: CallView,
  args: {
    state: sampleCall(),
    left: <p>11:38 AM</p>,
    waitingText: 'Waiting for Client',
    triesUntil: '12:30 PM',
    level: createStore(-30),
    acts,
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
  },
} satisfies Meta<typeof CallView>
export default meta
type Story = StoryObj<typeof meta>

const controls = [
  'section "Controls":',
  'button "Mute, Mic on" [pressed]: Mic on',
  'button "Choose microphone and speaker":',
  'button "Turn camera off, Camera on" [pressed]: Camera on',
  'button "Choose camera":',
  'button "Share screen": Share screen',
  'button "More" [haspopup]: More',
  'button "Leave the call": Leave',
]

const panelControls = ['section "Panel":', 'button "Open chat": Chat', 'button "Open voice": Voice']
const topBar = (people: string) => [
  'Parley',
  people,
  'in the call (heard)',
  'Your connection: (heard)',
  'Good',
  'button "Full screen":',
]

export const Alone: Story = {
  name: 'Alone [CALL-16]',
  args: { state: sampleCall({ people: [me] }) },
  play: async () => {
    // Words over a picture have their own background, because the picture may have any colour.
    await expect(screen.getByText('Waiting for Client')).toHaveClass('bg-stage/90')
    await expect(screen.getByText('You').parentElement).toHaveClass('bg-stage/80')
    await expect(screen.getByRole('figure', { name: 'You, camera off' })).toBeVisible()
  },
}

export const Two: Story = {
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'link → #call-controls: Skip to controls',
      ...controls,
      ...panelControls,
      '11:38 AM',
      'section "People":',
      'part "Tomás Aguilar, camera off":',
      'Tomás Aguilar',
      'Camera off',
      'button "Options for Tomás Aguilar" [haspopup]:',
      'part "You, camera off":',
      'You',
      'Camera off',
      'button "Options for your picture" [haspopup]:',
      'alert:',
      ...topBar('2'),
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Mute, Mic on' }))
    await expect(acts.onMic).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Turn camera off, Camera on' }))
    await expect(acts.onCamera).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Leave the call' }))
    await expect(acts.onLeave).toHaveBeenCalledOnce()
  },
}

/** Off is never shown by colour alone: word, icon and background change, and the pressed state is exposed. */
export const MutedAndDark: Story = {
  args: {
    state: sampleCall({ microphone: 'off', camera: 'off', people: [{ ...tomas, isMuted: true }, me] }),
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

/** Each toggle says whether it is on, also to screen readers. */
export const Toggles: Story = {
  name: 'Toggles [A1]',
  args: { state: sampleCall({ sharing: 'own', microphone: 'off', people: [tomas, me] }) },
  play: async ({ canvasElement }) => {
    const bar = within(screen.getByRole('region', { name: 'Controls' }))
    const panel = within(screen.getByRole('region', { name: 'Panel' }))
    const pressed = (name: string) =>
      (bar.queryByRole('button', { name }) ?? panel.getByRole('button', { name })).getAttribute(
        'aria-pressed',
      )
    await expect(['Unmute, Muted', 'Turn camera off, Camera on', 'Stop sharing'].map(pressed)).toEqual([
      'false',
      'true',
      'true',
    ])
    await expect(['Open chat', 'Open voice'].map(pressed)).toEqual(['false', 'false'])
    await userEvent.click(panel.getByRole('button', { name: 'Open voice' }))
    await expect(['Open chat', 'Close voice'].map(pressed)).toEqual(['false', 'true'])
    const mine = screen.getByRole('button', { name: 'Mute Tomás Aguilar for me' })
    await expect(mine).toHaveAttribute('aria-pressed', 'false')
    await expect(screen.getByRole('switch', { name: /^Noise suppression/ })).toBeChecked()
    // Every control of the call has a name.
    for (const each of canvasElement.querySelectorAll('button, [role=switch], [role=slider], input'))
      await expect(each).toHaveAccessibleName()
  },
}

/** Only the name tag shows who speaks: nobody changes places by talking. */
export const WhoSpeaks: Story = {
  name: 'Nobody changes places by talking [M3]',
  render: (args) => <TalkingInTurn {...args} />,
  play: async () => {
    const places = () =>
      [/^Tomás Aguilar/, /^You/].map((name) =>
        JSON.stringify(screen.getByRole('figure', { name }).getBoundingClientRect()),
      )
    const before = places()
    for (const next of ['Tomás Aguilar', 'Dana Whitfield', 'nobody']) {
      await userEvent.click(screen.getByRole('button', { name: `${next} talks`, hidden: true }))
      await expect(places()).toEqual(before)
    }
  },
}

function TalkingInTurn(args: ComponentProps<typeof CallView>) {
  const [talks, setTalks] = useState('nobody')
  const people = [tomas, me].map((each) => ({ ...each, isSpeaking: each.name === talks }))
  return (
    <>
      <CallView {...args} state={sampleCall({ people })} />
      <div className="fixed top-14 left-1/2 bg-canvas text-ink">
        {['Tomás Aguilar', 'Dana Whitfield', 'nobody'].map((name) => (
          <button key={name} type="button" onClick={() => setTalks(name)}>
            {name} talks
          </button>
        ))}
      </div>
    </>
  )
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
    // The tiles fill the available stage.
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
    await expect(screen.getByRole('alert')).toHaveTextContent('Your connection dropped. Reconnecting…')
  },
}

export const SoundHeldBack: Story = {
  args: { state: sampleCall({ isSoundHeld: true }) },
  play: async () => {
    await expect(screen.getByText('Your browser has muted this page.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Turn sound on' }))
    await expect(acts.onSound).toHaveBeenCalledOnce()
  },
}

const box = (element: Element) => element.getBoundingClientRect()
const control = (name: string) => screen.getByRole('button', { name })

/** Rows of 48 and 92, a panel of 388, and no control that moves when the panel opens. */
export const PanelBesideTheStage: Story = {
  globals: { viewport: { value: 'desktop' } },
  args: { chat: <p>Nothing was written yet.</p>, chatUnread: 12, onTab: fn() },
  play: async ({ args }) => {
    const stage = screen.getByRole('region', { name: 'People' })
    await expect(box(stage)).toMatchObject({ top: 48, height: 900 - 48 - 92 })
    const before = box(control('Mute, Mic on')).left
    const bar = box(screen.getByRole('region', { name: 'Controls' }))
    await expect((bar.left + bar.right) / 2).toBeCloseTo(720, 0)

    const badge = () => document.querySelector('[data-unread]')
    await expect(badge()).toHaveAttribute('data-unread', '9+')
    await userEvent.click(control('Open chat, 12 unread'))
    await expect(args.onTab).toHaveBeenLastCalledWith('chat')
    const panel = screen.getByRole('complementary', { name: 'Side panel' })
    await expect(box(panel)).toMatchObject({ width: 388, top: 48, right: 1440 - 12 })
    await expect(box(control('Mute, Mic on')).left).toBe(before)
    await expect(screen.getByText('Nothing was written yet.')).toBeVisible()
    await expect(control('Close chat')).toHaveAttribute('aria-pressed', 'true')
    await expect(badge()).toBeNull()

    const tabs = screen.getAllByRole('tab')
    await expect(tabs.map((tab) => tab.textContent)).toEqual(['Chat', 'Voice'])
    await userEvent.click(screen.getByRole('tab', { name: 'Voice' }))
    await expect(args.onTab).toHaveBeenLastCalledWith('voice')
    await expect(screen.queryByText('Nothing was written yet.')).toBeNull()
    await expect(box(panel).width).toBe(388)
    await userEvent.click(control('Close voice'))
    await expect(screen.queryByRole('complementary')).toBeNull()
    await userEvent.click(control('Open chat, 12 unread'))
    await userEvent.click(control('Close panel'))
    await expect(args.onTab).toHaveBeenLastCalledWith(undefined)
  },
}

/** In a small window the panel is a sheet under the faces, and one control names its open tab. */
export const PanelOnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  args: { chat: <p>Nothing was written yet.</p>, chatUnread: 1 },
  play: async () => {
    await userEvent.click(control('Open chat, 1 unread'))
    const panel = box(screen.getByRole('complementary', { name: 'Side panel' }))
    const stage = box(screen.getByRole('region', { name: 'People' }))
    await expect(panel).toMatchObject({ left: 0, width: 390 })
    await expect(panel.top).toBe(stage.bottom)
    await userEvent.click(screen.getByRole('tab', { name: 'Voice' }))
    for (const name of ['Mute, Mic on', 'Close voice', 'Leave the call'])
      await expect(box(control(name)).height).toBeGreaterThanOrEqual(48)
  },
}

/** Messages from other parts appear top centre, over the faces. */
export const WithKnockAndNotice: Story = {
  args: {
    knock: <section>Tomás Aguilar is waiting</section>,
    notices: <Notice icon={null}>You are sharing your screen.</Notice>,
    launch: { launch: 'possible', onLaunch: fn() },
    assessment: <p>Nothing is set.</p>,
  },
  play: async () => {
    const [knock, notice] = [/is waiting/, /You are sharing/].map((text) => box(screen.getByText(text)))
    await expect(knock?.bottom).toBeLessThanOrEqual(notice?.top ?? 0)
    await expect(knock?.left).toBeGreaterThan(notice?.right ?? innerWidth)
    await expect(control('Launch Parley').closest('section')).toHaveAccessibleName('Controls')
    await userEvent.click(control('Open assessment'))
    await expect(screen.getByText('Nothing is set.')).toBeVisible()
  },
}

export const OnPhone: Story = { ...Alone, globals: { viewport: { value: 'phone' } } }
