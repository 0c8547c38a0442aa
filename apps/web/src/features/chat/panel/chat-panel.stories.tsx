import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, screen, userEvent, waitFor } from 'storybook/test'
import { createStore } from '#base/store.ts'
import {
  emptyLog,
  withMessages,
  withUnsent,
  type ChatLog,
  type UnsentFile,
  type UnsentText,
} from '#features/chat/model/chat-log.ts'
import type { Chat, ChatState } from '#features/chat/model/chat-room.ts'
import { sampleMessage } from '#features/chat/model/sample-chat.ts'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { ChatPanel } from './chat-panel.tsx'

const acts = {
  connected: fn(),
  look: fn(),
  send: fn(),
  sendFile: fn(),
  retry: fn(),
  drop: fn(),
  markSeen: fn(),
  close: fn(),
}
const onDownload = fn()

function chatIn(more: Partial<ChatState> = {}): Chat {
  const store = createStore<ChatState>({
    log: emptyLog,
    isLoading: false,
    failure: undefined,
    abilities: { write: true, sendFiles: true },
    news: [],
    draft: undefined,
    isOnlyHere: false,
    ...more,
  })
  const write = (body: string) =>
    store.write({ ...store.read(), draft: body === '' ? undefined : { body, at: 0 } })
  return {
    ...store,
    ...acts,
    setDraft: write,
    send: (body) => {
      acts.send(body)
      write('')
    },
  }
}

const at = (clock: string) => `2026-11-16T${clock}:00.000Z`
const dana = { author: 'Dana Whitfield', author_id: 'dana', isCoach: true, isOwn: true }
const written: ChatLog = withMessages(emptyLog, [
  sampleMessage({
    number: 1,
    ...dana,
    body: 'Here is the outline we spoke about last week.\nPage 2 has your three sentences.',
    dateCreated: at('16:19'),
  }),
  sampleMessage({
    number: 2,
    ...dana,
    type: 'media',
    body: '',
    media: { filename: 'Outline, hard feedback.pdf', size: 184 * 1024 },
    dateCreated: at('16:19'),
  }),
  sampleMessage({
    number: 3,
    body: 'Found them. The second one still feels too sharp when I say it aloud.',
    dateCreated: at('16:26'),
  }),
  sampleMessage({
    number: 4,
    ...dana,
    body: 'Good that you notice. Try opening with what you saw, before what you felt.',
    dateCreated: at('16:27'),
  }),
])

const mb = 1024 * 1024
const file = (clientId: string, more: Partial<UnsentFile>): UnsentFile => ({
  kind: 'file',
  clientId,
  at: Date.parse(at('16:31')),
  filename: 'Role play, first take.mp4',
  size: 96 * mb,
  sent: 61 * mb,
  secondsLeft: 22,
  state: 'sending',
  ...more,
})
const words = (clientId: string, more: Partial<UnsentText> = {}): UnsentText => ({
  kind: 'text',
  clientId,
  at: Date.parse(at('16:33')),
  body: 'I will put the short take here in a moment.',
  state: 'waiting',
  ...more,
})
const withAll = (...unsent: (UnsentFile | UnsentText)[]): ChatLog =>
  unsent.reduce<ChatLog>(withUnsent, written)

const meta = {
  title: 'Chat/Panel',
  component: ChatPanel,
  args: { chat: chatIn({ log: written }), zone: 'America/New_York', isCoach: true, onDownload },
  decorators: [
    (Story) => (
      <div data-theme="dark" className="h-160 w-97 max-w-full border border-line bg-surface">
        <Story />
      </div>
    ),
  ],
  beforeEach: () => {
    for (const act of [...Object.values(acts), onDownload]) act.mockClear()
  },
} satisfies Meta<typeof ChatPanel>
export default meta
type Story = StoryObj<typeof meta>

const box = () => screen.getByRole('textbox', { name: 'Write to everyone in the call' })
const compose = [
  'button "Send a file":',
  'field "Write to everyone in the call":',
  'button "Send" [disabled]:',
  ...['Enter', 'sends', 'Shift', 'Enter', 'new line'],
]

/** Each person is in their lane, with line breaks kept. Showing the panel marks the messages as seen. */
export const Written: Story = {
  play: async ({ canvasElement }) => {
    const outline = outlineOf(canvasElement)
    await expect(outline.slice(0, 13)).toEqual([
      'log "Messages":',
      'list:',
      'entry:',
      'You',
      '11:19 AM',
      'Here is the outline we spoke about last week. Page 2 has your three sentences.',
      'Outline, hard feedback.pdf',
      'PDF, 184 kB',
      'button "Download Outline, hard feedback.pdf":',
      'entry:',
      'Tomás Aguilar',
      '11:26 AM',
      'Found them. The second one still feels too sharp when I say it aloud.',
    ])
    const lanes = [...canvasElement.querySelectorAll<HTMLElement>('[data-lane]')]
    await expect(lanes.map(({ dataset }) => dataset.lane)).toEqual(['coach', 'client', 'coach'])
    await expect(screen.getByText(/^Found them/)).toHaveClass('font-voice')
    await expect(acts.markSeen).toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Download Outline, hard feedback.pdf' }))
    await expect(onDownload).toHaveBeenCalledWith('sid-2')
  },
}

/** A phone's keyboard comes: the newest message stays in view, unless the person reads further up. */
export const InALowerWindow: Story = {
  play: async ({ canvasElement }) => {
    const panel = canvasElement.querySelector<HTMLElement>('[data-theme=dark]')
    const log = screen.getByRole('log', { name: 'Messages' })
    const hidden = () => log.scrollHeight - log.scrollTop - log.clientHeight
    panel?.classList.replace('h-160', 'h-80')
    await waitFor(async () => {
      await expect(log.scrollTop).toBeGreaterThan(0)
      await expect(hidden()).toBeLessThan(2)
    })
    log.scrollTop = 0
    await waitFor(() => expect(hidden()).toBeGreaterThan(40))
    panel?.classList.replace('h-80', 'h-96')
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    await expect(log.scrollTop).toBe(0)
  },
}

/** A message of somebody who is anonymous now keeps its place and none of its words. */
export const Erased: Story = {
  name: 'Erased [PEOPLE-61]',
  args: {
    chat: chatIn({
      log: withMessages(emptyLog, [
        sampleMessage({ number: 1, author: 'Former client 17', type: 'erased', body: '' }),
      ]),
    }),
  },
  play: async () => {
    await expect(screen.getByText('This message was erased.')).toBeVisible()
    await expect(screen.getByText('Former client 17')).toBeVisible()
  },
}

export const Composing: Story = {
  name: 'Enter that ends an IME composition sends nothing [CHAT-01]',
  play: async () => {
    await userEvent.type(box(), 'かんじ')
    await fireEvent.keyDown(box(), { key: 'Enter', isComposing: true })
    await expect(acts.send).not.toHaveBeenCalled()
    await expect(box()).toHaveValue('かんじ')
    await fireEvent.keyDown(box(), { key: 'Enter' })
    await expect(acts.send.mock.calls).toEqual([['かんじ']])
  },
}

export const DeviceIsFull: Story = {
  name: 'A device without room says to keep the page open [CHAT-21]',
  args: { chat: chatIn({ isOnlyHere: true, draft: { body: 'I would rather', at: 0 } }) },
  play: async () => {
    await expect(screen.getByText(/Keep this page open until your message is sent/)).toBeVisible()
    await expect(box()).toHaveValue('I would rather')
  },
}

export const EnterSends: Story = {
  name: 'Enter sends, Shift+Enter starts a line, and a blank message cannot be sent [CHAT-01 CHAT-02 CHAT-03]',
  play: async () => {
    const send = screen.getByRole('button', { name: 'Send' })
    await expect(send).toBeDisabled()
    await userEvent.type(box(), '   {Enter}')
    await expect(acts.send).not.toHaveBeenCalled()
    await expect(send).toBeDisabled()
    await userEvent.clear(box())
    await userEvent.type(box(), 'One{Shift>}{Enter}{/Shift}two')
    await expect(box()).toHaveValue('One\ntwo')
    await expect(acts.send).not.toHaveBeenCalled()
    await userEvent.type(box(), '{Enter}')
    await expect(acts.send).toHaveBeenLastCalledWith('One\ntwo')
    await expect(box()).toHaveValue('')
    await userEvent.type(box(), 'Three')
    await userEvent.click(send)
    await expect(acts.send).toHaveBeenLastCalledWith('Three')
  },
}

/** Upload progress, both refusals to the letter, and a message that waits for the connection. */
export const Files: Story = {
  name: 'Files being sent and refused [CHAT-08 CHAT-09 C3 C6]',
  args: {
    chat: chatIn({
      log: withAll(
        file('sending', {}),
        file('large', { filename: 'Workshop recording.mov', size: 412 * mb, state: 'too-large' }),
        file('failed', { filename: 'Slides.pdf', size: 3 * mb, state: 'failed' }),
        words('waiting'),
        words('refused', { body: 'And this one.', state: 'failed' }),
        words('now', { body: 'This too.', state: 'sending' }),
      ),
    }),
  },
  play: async ({ canvasElement }) => {
    const outline = outlineOf(canvasElement)
    await expect(outline.slice(outline.indexOf('Sending…') - 2)).toEqual([
      'You',
      '11:31 AM',
      'Sending…',
      'Role play, first take.mp4',
      '61 of 96 MB, 22 s left',
      'button "Cancel Role play, first take.mp4":',
      'progressbar "Sending Role play, first take.mp4" [valuetext 64%]:',
      'entry:',
      'You',
      '11:31 AM',
      'Not sent',
      'Workshop recording.mov',
      '412 MB',
      'File size is too large. Maximum file size is 150MB.',
      'button "Remove Workshop recording.mov":',
      'Slides.pdf',
      '3 MB',
      'There was a problem uploading the file. Please try again.',
      'button "Retry Slides.pdf":',
      'button "Remove Slides.pdf":',
      'entry:',
      'You',
      '11:33 AM',
      'Waiting for connection',
      'I will put the short take here in a moment.',
      'entry:',
      'You',
      '11:33 AM',
      'Not sent',
      'And this one.',
      'button: Retry',
      'button: Discard',
      'entry:',
      'You',
      '11:33 AM',
      'Sending…',
      'This too.',
      ...compose,
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Cancel Role play, first take.mp4' }))
    await expect(acts.drop).toHaveBeenLastCalledWith('sending')
    await userEvent.click(screen.getByRole('button', { name: 'Retry Slides.pdf' }))
    await expect(acts.retry).toHaveBeenLastCalledWith('failed')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await expect(acts.retry).toHaveBeenLastCalledWith('refused')
  },
}

export const CannotConnect: Story = {
  name: 'Cannot connect [CHAT-12]',
  args: {
    chat: chatIn({
      log: written,
      failure: {
        isAway: true,
        isTooLarge: false,
        message: "Parley didn't answer. Check your connection and try again.",
      },
    }),
  },
  play: async () => {
    await expect(screen.getByRole('alert')).toHaveTextContent(
      "There was a problem connecting to the conversation service: Parley didn't answer. Check your connection and try again.",
    )
    // The messages stay, and the person can go on writing.
    await expect(screen.getByText(/^Found them/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expect(acts.connected).toHaveBeenCalled()
  },
}

export const CannotBeLoaded: Story = {
  name: 'Cannot be loaded [CHAT-13]',
  args: {
    chat: chatIn({
      isLoading: true,
      failure: { isAway: false, isTooLarge: false, message: 'There is no such session.' },
    }),
  },
  play: async () => {
    await expect(screen.getByRole('alert')).toHaveTextContent(
      'There was a problem getting the Conversation associated with this room: There is no such session.',
    )
  },
}

/** The organization has files switched off: nothing offers to send one. */
export const WithoutFiles: Story = {
  args: { chat: chatIn({ log: written, abilities: { write: true, sendFiles: false } }) },
  play: async () => {
    await expect(box()).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Send a file' })).toBeNull()
  },
}

export const Empty: Story = {
  args: { chat: chatIn() },
  play: async () => {
    await expect(screen.getByText('No messages yet.')).toBeVisible()
  },
}

export const Loading: Story = { args: { chat: chatIn({ isLoading: true }) } }

/** The chat as it is read after the call. */
export const ReadOnly: Story = {
  args: { isReadOnly: true, chat: chatIn({ log: written, abilities: { write: false, sendFiles: false } }) },
  play: async () => {
    await expect(screen.getByText(/^Found them/)).toBeVisible()
    await expect(screen.queryByRole('textbox')).toBeNull()
  },
}
