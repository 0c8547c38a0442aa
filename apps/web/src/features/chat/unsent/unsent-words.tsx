import '@fontsource-variable/literata/index.css'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { messageOf } from '#platform/server/api-problem.ts'
import { useNow } from '#platform/time/clock.ts'
import { clockText } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { chatServer } from '#features/chat/model/chat-server.ts'
import { dropWords, keptWords, watchKept, type KeptWords } from '#features/chat/model/kept-chats.ts'

/** A chat that is open in another tab may still be sending: only words older than this are reported. */
const settledMs = 15_000

/** The words that a person left unsent on this device. */
export function useKeptWords(personId: string): readonly KeptWords[] {
  // Words become old enough without a change of the storage, so each clock tick reads it again.
  useNow()
  const text = useSyncExternalStore(watchKept, () => {
    const now = Date.now()
    return JSON.stringify(keptWords(personId, now).filter(({ at }) => at < now - settledMs))
  })
  // The snapshot above wrote this text.
  return useMemo(() => JSON.parse(text) as KeptWords[], [text])
}

interface UnsentWordsProps {
  words: readonly KeptWords[]
  /** The author, under whose id they are kept. */
  personId: string
  zone: string
  /** The secret of a client's link. */
  guest?: string | undefined
}

/** Unsent words of a chat; their author sends or discards each. */
export const UnsentWords = ({ words, ...more }: UnsentWordsProps) => (
  <ul aria-label="Unsent messages" className="divide-y divide-line text-left">
    {words.map((each) => (
      <Words key={`${each.sessionId} ${each.clientId ?? 'draft'}`} words={each} {...more} />
    ))}
  </ul>
)

interface WordsProps extends Omit<UnsentWordsProps, 'words'> {
  words: KeptWords
}

function Words({ words, personId, zone, guest }: WordsProps) {
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  // A draft gets its client id here, so that sending it twice stores it once.
  const [clientId] = useState(() => words.clientId ?? crypto.randomUUID())
  const send = async () => {
    setIsSending(true)
    try {
      await chatServer(words.sessionId, guest).send(clientId, words.body)
      dropWords(personId, words, Date.now())
    } catch (error) {
      setFailure(messageOf(error))
      setIsSending(false)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="font-voice text-large wrap-anywhere whitespace-pre-wrap">
          {words.body}
        </p>
        <p className="text-label text-ink-2">
          {words.clientId === undefined ? 'Draft' : 'Not sent'}, {clockText(zone, words.at)}
        </p>
        {failure !== undefined && (
          <p role="alert" className="text-label text-red-ink">
            {failure}
          </p>
        )}
      </div>
      <Button size="small" isPending={isSending} onPress={() => void send()}>
        Send
      </Button>
      <Button
        size="small"
        look="quiet"
        isDisabled={isSending}
        onPress={() => dropWords(personId, words, Date.now())}
      >
        Discard
      </Button>
    </li>
  )
}
