import type { Page } from '@playwright/test'

interface BarWord {
  at: number
  /** Undefined while there is no bar. */
  word: string | undefined
}

declare global {
  interface Window {
    /** Each label of the microphone button, with the time since when it was shown. */
    barWords: BarWord[]
  }
}

/** Runs in the browser before the page. Records the label of the bar's microphone button each time it changes. */
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

/** How long sound may be buffered on its way; on a busy machine that is long. */
const onItsWayMs = 2000
/** How soon an open microphone must be heard. The fake microphone beeps every second. */
const heardWithinMs = 6000

/** Describes each time that the bar of one of `pages` contradicted what the listener heard. */
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
