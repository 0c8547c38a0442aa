import type { ChatMessage } from '@parley/contract/chat.ts'

/** The pause between two announcements. */
const pauseMs = 3000

/** Announces the first message at once, and those that come during the pause together at its end. */
export function paceNews(tell: (come: readonly ChatMessage[]) => void) {
  let waiting: readonly ChatMessage[] = []
  let pause: ReturnType<typeof setTimeout> | undefined
  function speak(): void {
    pause = undefined
    if (waiting.length === 0) return
    tell(waiting)
    waiting = []
    pause = setTimeout(speak, pauseMs)
  }
  return {
    add: (come: readonly ChatMessage[]) => {
      waiting = [...waiting, ...come]
      if (pause === undefined) speak()
    },
    stop: () => clearTimeout(pause),
  }
}
