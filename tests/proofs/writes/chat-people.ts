import { openChat, type Chat, type ChatServer } from '../../../apps/web/src/features/chat/model/chat-room.ts'
import { lastNumber } from '../../../apps/web/src/features/chat/model/chat-log.ts'
import type { TestPerson } from '../../support/make.ts'

interface ChatPersonOptions {
  person: TestPerson
  sessionId: string
  /** The API's current address. */
  api: () => string
  chance: () => number
  /** The percentage of requests that are cut off: half before they reach the API, half before its answer is read. */
  cutPercent: number
}

/** A person in the chat, with the web client's chat model, over a connection that fails at times. */
export interface ChatPerson {
  name: string
  /** Closes the page and opens it again. Only the unsent messages, which the browser keeps, survive. */
  reload: () => void
  chat: () => Chat
  last: () => number
  cuts: () => number
}

export function enterChat({ person, sessionId, api, chance, cutPercent }: ChatPersonOptions): ChatPerson {
  let cuts = 0
  let kept: string | null = null
  const cut = (): never => {
    cuts += 1
    throw new Cut()
  }
  async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
    const fate = chance() * 100
    if (fate < cutPercent / 2) cut()
    const reply = await fetch(`${api()}/api/chat/${sessionId}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(10_000),
    })
    const body = (await reply.json()) as { response: T }
    if (fate < cutPercent) cut()
    if (!reply.ok) throw new Refused(reply.status)
    return body.response
  }
  const server: ChatServer = {
    list: (after) => ask(`/messages?after=${after}`),
    send: (client_id, body) =>
      ask('/messages', { method: 'POST', body: JSON.stringify({ client_id, body }) }),
    upload: () => Promise.reject(new Error('nobody sends files here')),
    failureOf: (error) => {
      const isFinal = error instanceof Refused && error.status < 500 && error.status !== 429
      return { isAway: !isFinal, isTooLarge: false, message: String(error) }
    },
  }
  const open = () =>
    openChat({
      server,
      kept: {
        read: () => kept,
        write: (text) => {
          kept = text
          return true
        },
      },
      retryMs: 400,
      pollMs: 2500,
    })
  let chat = open()
  chat.connected()
  return {
    name: person.username,
    reload: () => {
      chat.close()
      chat = open()
      chat.connected()
    },
    chat: () => chat,
    last: () => lastNumber(chat.read().log),
    cuts: () => cuts,
  }
}

class Cut extends Error {}
class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`answered ${status}`)
    this.status = status
  }
}
