import { useEffect, useEffectEvent, useState } from 'react'
import type { Chat } from '#features/chat/model/chat-room.ts'
import { newsText } from '#features/chat/model/chat-words.ts'
import { paceNews } from '#features/chat/model/news-pace.ts'

/** Announces new messages to screen readers, at most once in three seconds. Earlier messages are not announced. */
export function ChatAnnouncer({ chat, isOpen }: { chat: Chat; isOpen: boolean }) {
  const [said, setSaid] = useState('')
  const say = useEffectEvent((come: Parameters<typeof newsText>[0]) => setSaid(newsText(come, isOpen)))
  useEffect(() => {
    const pace = paceNews((come) => say(come))
    let { news } = chat.read()
    const stop = chat.watch(() => {
      if (chat.read().news === news) return
      news = chat.read().news
      pace.add(news)
    })
    return () => {
      stop()
      pace.stop()
    }
  }, [chat])
  return <output className="sr-only">{said}</output>
}
