import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from '#base/store.ts'
import type { Chat } from '#features/chat/model/chat-room.ts'
import { newsPauseMs, newsText } from '#features/chat/model/news-words.ts'

/** Tells whoever listens of messages, at most once in three seconds. What was there before is not told. */
export function ChatAnnouncer({ chat, isOpen }: { chat: Chat; isOpen: boolean }) {
  const { news } = useStore(chat)
  const waiting = useRef(news.slice(0, 0))
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [said, setSaid] = useState('')
  const speak = useEffectEvent(() => {
    pause.current = undefined
    if (waiting.current.length === 0) return
    setSaid(newsText(waiting.current, isOpen))
    waiting.current = []
    pause.current = setTimeout(speak, newsPauseMs)
  })
  useEffect(() => {
    if (news.length === 0) return
    waiting.current = [...waiting.current, ...news]
    if (pause.current === undefined) speak()
  }, [news])
  useEffect(() => () => clearTimeout(pause.current), [])
  return <output className="sr-only">{said}</output>
}
