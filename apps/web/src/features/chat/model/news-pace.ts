import type { ChatMessage } from '@parley/contract/chat.ts'

/** Whoever listens hears of messages once in so long. */
const pauseMs = 3000

/** Tells the first at once, and what comes in the pause after it together at its end. */
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
