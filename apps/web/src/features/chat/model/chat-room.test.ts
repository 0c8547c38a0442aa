import type { ChatMessage } from '@parley/contract/chat.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openChat, type Chat, type ChatFailure, type ChatPage, type ChatServer } from './chat-room.ts'
import { unreadOf } from './chat-log.ts'
import { sampleMessage } from './sample-chat.ts'

/** A small fake server, which can be away, refuse, and lose its answers. */
function smallServer() {
  const messages: ChatMessage[] = []
  const is = { away: false, refusing: false, losingAnswers: false, tooLarge: false }
  let calls = 0
  const failed = (more: Partial<ChatFailure> = {}): ChatFailure => ({
    isAway: false,
    isTooLarge: false,
    message: 'x',
    ...more,
  })
  const answer = async <T>(act: () => T): Promise<T> => {
    calls += 1
    await Promise.resolve()
    if (is.away) throw failed({ isAway: true })
    if (is.refusing) throw failed()
    const answered = act()
    if (is.losingAnswers) throw failed({ isAway: true })
    return answered
  }
  const store = (more: Partial<ChatMessage>): ChatMessage => {
    const known = messages.find(({ client_id, isOwn }) => isOwn && client_id === more.client_id)
    const stored = known ?? sampleMessage({ number: messages.length + 1, ...more })
    if (!known) messages.push(stored)
    return stored
  }
  const server: ChatServer = {
    list: (after) =>
      answer((): ChatPage => ({
        messages: messages.slice(after, after + 3),
        hasMore: messages.length > after + 3,
        abilities: { write: true, sendFiles: true },
      })),
    send: (client_id, body) => answer(() => store({ client_id, body, isOwn: true })),
    upload: async (client_id, file, { signal, onProgress }) => {
      onProgress(file.size / 2)
      await new Promise((resolve) => setTimeout(resolve, 1000))
      if (signal.aborted) throw new DOMException('left', 'AbortError')
      if (is.tooLarge) throw failed({ isTooLarge: true })
      return answer(() => store({ client_id, isOwn: true, type: 'media', body: '' }))
    },
    // This server throws nothing but `ChatFailure`.
    failureOf: (error) => error as ChatFailure,
  }
  return { server, messages, is, calls: () => calls, say: (body: string) => void store({ body }) }
}

let kept: string | null = null
let isFull = false
const keeping = {
  read: () => kept,
  write: (text: string | null) => {
    if (isFull) return false
    kept = text
    return true
  },
}
let ids = 0
let chat: Chat
const open = (server: ChatServer): Chat => {
  chat = openChat({ server, kept: keeping, newId: () => `id-${(ids += 1)}`, now: () => Date.now() })
  return chat
}
const bodies = () => chat.read().log.messages.map(({ body }) => body)
const marks = () => chat.read().log.unsent.map(({ state }) => state)
const soon = () => vi.advanceTimersByTimeAsync(10)

beforeEach(() => {
  vi.useFakeTimers()
  kept = null
  isFull = false
})
afterEach(() => {
  chat.close()
  vi.useRealTimers()
})

describe('incoming messages', () => {
  test('each connect fetches every message after the last one, and they do not count as news [C1 C4]', async () => {
    const { server, say } = smallServer()
    for (const body of ['1', '2', '3', '4', '5', '6', '7']) say(body)
    open(server).connected()
    await soon()
    expect(bodies()).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    expect(chat.read()).toMatchObject({ isLoading: false, news: [], failure: undefined })
    expect(unreadOf(chat.read().log)).toBe(7)
    // Disconnected: the hints of messages written in the meantime are lost.
    for (const body of ['8', '9']) say(body)
    chat.connected()
    await soon()
    expect(bodies().slice(7)).toEqual(['8', '9'])
    expect(chat.read().news).toEqual([])
  })

  test('a hint fetches new messages as news, and hints during a fetch cause one more fetch', async () => {
    const { server, say, calls } = smallServer()
    open(server).connected()
    await soon()
    say('a')
    chat.look()
    await soon()
    expect(chat.read().news.map(({ body }) => body)).toEqual(['a'])
    const before = calls()
    chat.look()
    say('b')
    for (let i = 0; i < 5; i += 1) chat.look()
    await soon()
    expect(bodies()).toEqual(['a', 'b'])
    expect(calls() - before).toBe(2)
  })

  test('messages arrive even if every hint is lost or the server was away', async () => {
    const { server, say, is } = smallServer()
    open(server).connected()
    await soon()
    say('a')
    await vi.advanceTimersByTimeAsync(15_000)
    expect(bodies()).toEqual(['a'])
    is.away = true
    say('b')
    chat.look()
    await soon()
    expect(chat.read().failure).toMatchObject({ isAway: true })
    is.away = false
    await vi.advanceTimersByTimeAsync(3000)
    expect(bodies()).toEqual(['a', 'b'])
    expect(chat.read().failure).toBeUndefined()
  })
})

describe('outgoing messages', () => {
  test('texts are sent in order and marked as sending until stored; blank and overlong texts are not sent', async () => {
    const { server, messages } = smallServer()
    open(server).connected()
    await soon()
    chat.send('  one ')
    chat.send('two')
    for (const nothing of ['', '  \n', '\u200b', 'x'.repeat(4001)]) chat.send(nothing)
    expect(marks()).toEqual(['sending', 'sending'])
    await soon()
    expect(messages.map(({ body }) => body)).toEqual(['one', 'two'])
    expect(bodies()).toEqual(['one', 'two'])
    expect(marks()).toEqual([])
  })

  test('a text waits while the server is away, is retried automatically, and is stored once even if its answer was lost [C2 C3]', async () => {
    const { server, messages, is } = smallServer()
    open(server).connected()
    await soon()
    is.losingAnswers = true
    chat.send('once')
    chat.send('after it')
    await soon()
    expect(marks()).toEqual(['waiting', 'sending'])
    is.losingAnswers = false
    await vi.advanceTimersByTimeAsync(3000)
    expect(messages.map(({ body }) => body)).toEqual(['once', 'after it'])
    expect([bodies(), marks()]).toEqual([['once', 'after it'], []])
  })

  test('a refused text is marked as failed, does not hold up the next one, and is sent when retried [C3]', async () => {
    const { server, is } = smallServer()
    open(server).connected()
    await soon()
    is.refusing = true
    chat.send('one')
    await soon()
    expect(marks()).toEqual(['failed'])
    is.refusing = false
    chat.send('two')
    await soon()
    expect([bodies(), marks()]).toEqual([['two'], ['failed']])
    chat.retry(chat.read().log.unsent[0]?.clientId ?? '')
    await soon()
    expect([bodies(), marks()]).toEqual([['two', 'one'], []])
  })

  test('an unconfirmed text survives a reload under the same client id, and is stored once [C3]', async () => {
    const { server, messages, is } = smallServer()
    open(server).connected()
    await soon()
    is.losingAnswers = true
    chat.send('kept')
    await soon()
    chat.close()
    is.losingAnswers = false
    open(server)
    expect(chat.read().log.unsent).toMatchObject([{ body: 'kept' }])
    chat.connected()
    await soon()
    expect(messages).toHaveLength(1)
    expect([bodies(), marks()]).toEqual([['kept'], []])
    expect(kept).toBe(null)
  })

  test('a draft survives closing the chat, and is removed when its text is sent [CHAT-20]', async () => {
    const { server } = smallServer()
    open(server).connected()
    await soon()
    chat.setDraft('I would rather')
    chat.close()
    open(server)
    expect(chat.read().draft?.body).toBe('I would rather')
    chat.connected()
    await soon()
    chat.send('I would rather wait.')
    expect(chat.read().draft).toBeUndefined()
    await soon()
    expect([bodies(), kept]).toEqual([['I would rather wait.'], null])
  })

  test('a text is sent even if the device has no room to keep it, and its author is told while it waits [CHAT-21]', async () => {
    const { server, is } = smallServer()
    open(server).connected()
    await soon()
    isFull = true
    is.losingAnswers = true
    chat.send('one')
    await soon()
    expect(chat.read().isOnlyHere).toBe(true)
    is.losingAnswers = false
    chat.connected()
    await soon()
    expect([bodies(), marks(), chat.read().isOnlyHere]).toEqual([['one'], [], false])
  })
})

describe('files', () => {
  const file = (size: number) => {
    const made = new File(['x'], 'a.pdf')
    Object.defineProperty(made, 'size', { value: size })
    return made
  }
  const first = () => chat.read().log.unsent[0]

  test('an upload shows its progress and becomes a message', async () => {
    const { server } = smallServer()
    open(server).connected()
    await soon()
    chat.sendFile(file(1000))
    await vi.advanceTimersByTimeAsync(500)
    expect(first()).toMatchObject({ state: 'sending', sent: 500, filename: 'a.pdf' })
    await vi.advanceTimersByTimeAsync(600)
    expect(chat.read().log).toMatchObject({ messages: [{ type: 'media' }], unsent: [] })
  })

  test("a file that is too large is refused before anything is sent, or by the server's answer [C6]", async () => {
    const { server, is, calls } = smallServer()
    open(server)
    chat.sendFile(file(150 * 1024 * 1024 + 1))
    expect(first()).toMatchObject({ state: 'too-large' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(calls()).toBe(0)
    chat.drop(first()?.clientId ?? '')
    is.tooLarge = true
    chat.sendFile(file(150 * 1024 * 1024))
    await vi.advanceTimersByTimeAsync(1100)
    expect(first()).toMatchObject({ state: 'too-large' })
  })

  test('an upload can be cancelled, and retried after it failed [C6]', async () => {
    const { server, is, messages } = smallServer()
    open(server).connected()
    await soon()
    chat.sendFile(file(10))
    chat.drop(first()?.clientId ?? '')
    await vi.advanceTimersByTimeAsync(2000)
    expect([marks(), messages]).toEqual([[], []])
    is.refusing = true
    chat.sendFile(file(10))
    await vi.advanceTimersByTimeAsync(1100)
    expect(marks()).toEqual(['failed'])
    is.refusing = false
    chat.retry(first()?.clientId ?? '')
    expect(marks()).toEqual(['sending'])
    await vi.advanceTimersByTimeAsync(1100)
    expect([marks(), messages.length]).toEqual([[], 1])
  })
})

test('a closed chat sends no more requests', async () => {
  const { server, calls, say } = smallServer()
  open(server).connected()
  await soon()
  const before = calls()
  chat.close()
  say('a')
  chat.look()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls()).toBe(before)
})
