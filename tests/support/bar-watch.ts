import type { Page } from '@playwright/test'

interface BarWord {
  at: number
  /** Undefined while there is no bar. */
  word: string | undefined
}

declare global {
  interface Window {
    /** Each word of the microphone's button, from its time on. */
    barWords: BarWord[]
  }
}

/** Runs in the browser before the page: notes what the bar says about the microphone, each time that it says something else. */
export function watchBar(): void {
  const words: BarWord[] = []
  window.barWords = words
  const look = () => {
    const word = document.querySelector('[data-hold-to-talk] [aria-pressed]')?.textContent ?? undefined
    if (words.at(-1)?.word !== word || words.length === 0) words.push({ at: Date.now(), word })
  }
  look()
  setInterval(look, 50)
}

/** Sound is buffered on its way, and on a busy machine for long. */
const onItsWayMs = 2000
/** The made-up microphone beeps every second. */
const heardWithinMs = 6000

/** Where the bar of `pages` said something else than what the listener heard, in words; empty when it never did. */
export async function barFaults(pages: readonly Page[], listener: Page): Promise<string[]> {
  const sounds = await listener.evaluate(() =>
    window.flow.heard.filter(({ what }) => what === 'sound').map(({ at }) => at),
  )
  const until = Date.now()
  const faults: string[] = []
  for (const page of pages) {
    const words = await page.evaluate(() => window.barWords)
    for (const [i, { at, word }] of words.entries()) {
      const end = words[i + 1]?.at ?? until
      const heard = sounds.filter((sound) => sound > at + onItsWayMs && sound < end)
      const isLong = end - at > heardWithinMs
      if (word === 'Muted' && heard.length > 0)
        faults.push(`heard ${heard.length} times within ${end - at} ms of 'Muted'`)
      if (word === 'Mic on' && isLong && heard.length === 0)
        faults.push(`not heard within ${end - at} ms of 'Mic on'`)
    }
  }
  return faults
}
