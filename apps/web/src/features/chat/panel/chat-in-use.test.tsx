import { problems, type ProblemCode } from '@parley/contract/wire/problems.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { composeStory } from '@storybook/react-vite'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { givenWorld, problem, type Answers } from '../../../../.storybook/world.ts'
import { dispatchNotice } from '#platform/live/notices.ts'
import { sampleMessage } from '#features/chat/model/sample-chat.ts'
import { ChatAnnouncer } from './chat-announcer.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { useChat } from './use-chat.ts'

const list = 'GET /chat/one/messages'
const send = 'POST /chat/one/messages'
const empty = { messages: [], hasMore: false, abilities: { write: true, sendFiles: true } }
const away = () => Promise.reject(new TypeError('Failed to fetch'))

const says = (text: string) => page.getByText(text, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = page.getByRole('textbox', { name: 'Write to everyone in the call' })

function OwnChat() {
  const chat = useChat('one', 'dana')
  return (
    <>
      <ChatAnnouncer chat={chat} isOpen={false} />
      <ChatPanel chat={chat} zone="America/New_York" isCoach onDownload={() => {}} />
    </>
  )
}
const draw = (render: () => React.JSX.Element) =>
  composeStory({ render }, { title: `Chat ${crypto.randomUUID()}` }).run()

/** The panel with the real chat model; only the server's answers are faked. */
async function open(answers: Answers): Promise<void> {
  onTestFinished(givenWorld({ answers: { [list]: empty, ...answers } })())
  await draw(() => <OwnChat />)
}
const close = () => draw(() => <></>)

/** A reloaded page: only the words that this device keeps are left. */
async function reload(): Promise<void> {
  await close()
  await draw(() => <OwnChat />)
}

/** The uploads that the page sent; the test answers each. They use XMLHttpRequest, which `givenWorld` does not fake. */
let uploads: { path: string; abort: () => void; answer: (status: number, body: unknown) => void }[] = []
class GivenUpload extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  private path = ''
  open(_method: string, path: string) {
    this.path = path
  }
  setRequestHeader() {}
  send() {
    uploads.push({
      path: this.path,
      abort: vi.fn<() => void>(),
      answer: (status, body) => {
        this.status = status
        this.responseText = JSON.stringify(body)
        this.dispatchEvent(new Event('load'))
      },
    })
  }
  abort() {
    uploads.at(-1)?.abort()
    this.dispatchEvent(new Event('abort'))
  }
}
const refuse = (code: ProblemCode) =>
  uploads.at(-1)?.answer(problems[code].status, { response: problems[code].text, code, errors: [] })

function choose(file: File): void {
  const chosen = new DataTransfer()
  chosen.items.add(file)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file can be chosen')
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
const slides = () => new File(['words'], 'Slides.pdf')

beforeEach(() => {
  localStorage.clear()
  uploads = []
  vi.stubGlobal('XMLHttpRequest', GivenUpload)
})
afterEach(async () => {
  await close()
  localStorage.clear()
})

describe('files', () => {
  test('a file that the server finds too large shows the error, and is not sent again [CHAT-08 C6]', async () => {
    await open({})
    await expect.element(button('Send a file')).toBeVisible()
    choose(slides())
    await expect.element(button('Cancel Slides.pdf')).toBeVisible()
    expect(uploads.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/api\/chat\/one\/files\?client_id=[\w-]+$/),
    ])
    refuse('file_too_large')
    await expect.element(says('File size is too large. Maximum file size is 150MB.')).toBeVisible()
    expect(button('Retry Slides.pdf').elements()).toEqual([])
    await button('Remove Slides.pdf').click()
    await expect.element(says('No messages yet.')).toBeVisible()
    expect(uploads).toHaveLength(1)
  })

  test('a file one byte over 150 MB is not sent at all, one of exactly 150 MB is [CHAT-08 C6]', async () => {
    await open({})
    await expect.element(button('Send a file')).toBeVisible()
    const bytes = new Uint8Array(constants.chatFileBytesMax)
    choose(new File([bytes, 'x'], 'Above.mp4'))
    await expect.element(says('File size is too large. Maximum file size is 150MB.')).toBeVisible()
    expect(uploads).toEqual([])
    choose(new File([bytes], 'Full.mp4'))
    await expect.element(button('Cancel Full.mp4')).toBeVisible()
    expect(uploads).toHaveLength(1)
  })

  test.each(['file_refused', 'internal'] as const)(
    'a file answered %s can be retried under the same client id, and then appears in the chat [CHAT-09 C6]',
    async (code) => {
      await open({})
      await expect.element(button('Send a file')).toBeVisible()
      choose(slides())
      await expect.element(button('Cancel Slides.pdf')).toBeVisible()
      refuse(code)
      await expect.element(says('There was a problem uploading the file. Please try again.')).toBeVisible()
      await button('Retry Slides.pdf').click()
      await expect.poll(() => uploads.length).toBe(2)
      expect(uploads[1]?.path, 'it is stored once').toBe(uploads[0]?.path)
      const client_id = new URL(uploads[1]?.path ?? '', location.href).searchParams.get('client_id') ?? ''
      const media = { filename: 'Slides.pdf', size: 5 }
      uploads[1]?.answer(201, {
        response: sampleMessage({ number: 1, isOwn: true, client_id, type: 'media', body: '', media }),
      })
      await expect.element(button('Download Slides.pdf')).toBeVisible()
      expect(says('There was a problem uploading the file. Please try again.').elements()).toEqual([])
    },
  )

  test('pressing Cancel aborts an upload and leaves nothing of it [C6]', async () => {
    await open({})
    await expect.element(button('Send a file')).toBeVisible()
    choose(slides())
    await button('Cancel Slides.pdf').click()
    await expect.element(says('No messages yet.')).toBeVisible()
    expect(uploads[0]?.abort).toHaveBeenCalledOnce()
  })
})

describe('the chat', () => {
  test('a chat that cannot connect gives the reason, and continues after Try again [CHAT-12]', async () => {
    let answer: () => unknown = away
    await open({ [list]: () => answer() })
    const alert = page.getByRole('alert')
    await expect
      .element(
        says(
          "There was a problem connecting to the conversation service: Parley didn't answer. Check your connection and try again.",
        ),
      )
      .toBeVisible()
    expect(alert.elements()).toHaveLength(1)
    answer = () => ({ ...empty, messages: [sampleMessage({ number: 1, body: 'Hello' })] })
    await button('Try again').click()
    await expect.element(says('Hello')).toBeVisible()
    expect(alert.elements()).toEqual([])
  })

  test('after a reconnect the chat has everything written meanwhile, without announcement or sound [C4]', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play')
    const sounds = vi.spyOn(window, 'AudioContext')
    const messages = [sampleMessage({ number: 1, body: 'Before' })]
    await open({
      [list]: (url: URL) => ({ ...empty, messages: messages.slice(Number(url.searchParams.get('after'))) }),
    })
    await expect.element(says('Before')).toBeVisible()
    messages.push(
      sampleMessage({ number: 2, body: 'Meanwhile' }),
      sampleMessage({ number: 3, body: 'And this' }),
    )
    dispatchEvent(new Event('online'))
    await expect.element(says('Meanwhile')).toBeVisible()
    await expect.element(says('And this')).toBeVisible()
    expect(page.getByText(/^Message from|new messages$/).elements()).toEqual([])
    expect([play.mock.calls, sounds.mock.calls]).toEqual([[], []])
    // Later messages are news, and are announced.
    messages.push(sampleMessage({ number: 4, body: 'Now' }))
    dispatchNotice({ kind: 'chat', id: 'one' })
    await expect.element(page.getByText('Message from Tomás Aguilar: Now')).toBeInTheDocument()
    expect(sounds).not.toHaveBeenCalled()
  })

  test('a chat that cannot be loaded gives the reason, and loads after Try again [CHAT-13]', async () => {
    let answer: () => unknown = problem('session_not_found')
    await open({ [list]: () => answer() })
    const alert = page.getByRole('alert')
    await expect
      .element(
        says(
          `There was a problem getting the Conversation associated with this room: ${problems.session_not_found.text}`,
        ),
      )
      .toBeVisible()
    expect(alert.elements()).toHaveLength(1)
    answer = () => empty
    await button('Try again').click()
    await expect.element(says('No messages yet.')).toBeVisible()
    expect(alert.elements()).toEqual([])
  })
})

describe('messages', () => {
  /** The server's side: it records the messages that it was asked to store, in order. */
  function storing() {
    const stored: { client_id: string; body: string }[] = []
    const store = (_: URL, body: unknown) => {
      const asked = body as { client_id: string; body: string }
      stored.push(asked)
      return sampleMessage({ number: stored.length, isOwn: true, ...asked })
    }
    return { stored, store }
  }
  const write = async (text: string) => {
    await box.fill(text)
    await userEvent.keyboard('{Enter}')
  }

  test('a message is marked as sending until answered, as failed when refused, and is stored after Retry [C3]', async () => {
    const { stored, store } = storing()
    let answer: (url: URL, body: unknown) => unknown = () => new Promise(() => {})
    const held = Promise.withResolvers<Response>()
    answer = () => held.promise
    await open({ [send]: (url: URL, body: unknown) => answer(url, body) })
    await write('See you at four.')
    await expect.element(says('Sending…')).toBeVisible()
    held.resolve(problem('chat_closed')())
    await expect.element(says('Not sent')).toBeVisible()
    answer = store
    await button('Retry').click()
    await expect.poll(() => stored.map(({ body }) => body)).toEqual(['See you at four.'])
    await expect.poll(() => says('Not sent').elements()).toEqual([])
    await expect.element(says('See you at four.')).toBeVisible()
  })

  test('a message that cannot reach the server survives a reload and is sent under the same client id [C3]', async () => {
    const { stored, store } = storing()
    const tried: unknown[] = []
    let answer: (url: URL, body: unknown) => unknown = (_, body) => {
      tried.push(body)
      return away()
    }
    await open({ [send]: (url: URL, body: unknown) => answer(url, body) })
    await write('I am on my way.')
    await expect.element(says('Waiting for connection')).toBeVisible()
    await reload()
    await expect.element(says('I am on my way.')).toBeVisible()
    answer = store
    dispatchEvent(new Event('online'))
    await expect.poll(() => says('Waiting for connection').elements()).toEqual([])
    await expect.poll(() => stored.length).toBe(1)
    expect(stored[0]).toEqual(tried[0])
    await expect.element(says('I am on my way.')).toBeVisible()
  })
})
