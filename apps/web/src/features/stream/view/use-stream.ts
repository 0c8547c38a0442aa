import { useOpened } from '#base/use-opened.ts'
import { streamServer } from '#features/stream/model/stream-server.ts'
import { openStreamSession, type StreamSession } from '#features/stream/model/stream-session.ts'
import { openStreamClient } from '#features/stream/stream-client.ts'
import { tellOfStream } from './stream-toasts.ts'

interface StreamOptions {
  sessionId: string
  /** The person in this browser. */
  personId: string
  /** The secret of a client's link. */
  guest: string | undefined
  /** How many are in the call now. */
  countPeople: () => number
}

/** The application of a session's call, until the screen closes. */
export function useStream({ sessionId, personId, guest, countPeople }: StreamOptions): StreamSession {
  return useOpened(() =>
    openStreamSession({
      server: streamServer(sessionId, guest),
      sessionId,
      personId,
      open: openStreamClient,
      tell: (news) => tellOfStream(news, countPeople()),
      started: startedStore,
    }),
  )
}

const startedKey = 'gameStarted'

/** The session whose application was opened in this tab, so that a reload opens it again at once. */
const startedStore = {
  read: (): string | null => sessionStorage.getItem(startedKey),
  write: (sessionId: string | null): void => {
    if (sessionId === null) sessionStorage.removeItem(startedKey)
    else sessionStorage.setItem(startedKey, sessionId)
  },
}
