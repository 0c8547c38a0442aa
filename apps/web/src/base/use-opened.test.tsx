import { Fragment, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { useOpened } from './use-opened.ts'

test.each(['strict', 'plain'])(
  'what a screen opened stays open while it is mounted, and is closed when it unmounts (%s)',
  async (mode) => {
    const made: { id: number; isOpen: boolean; close: () => void }[] = []
    const open = () => {
      const one = { id: made.length, isOpen: true, close: () => void (one.isOpen = false) }
      made.push(one)
      return one
    }
    let shown: number | undefined
    const Screen = () => {
      shown = useOpened(open).id
      return null
    }
    const root = createRoot(document.createElement('div'))
    onTestFinished(() => root.unmount())
    const Mode = mode === 'strict' ? StrictMode : Fragment
    root.render(
      <Mode>
        <Screen />
      </Mode>,
    )
    await expect.poll(() => shown !== undefined && made[shown]?.isOpen).toBe(true)
    const stillOpen = () => made.filter(({ isOpen }) => isOpen).length
    // Strict mode makes a first state twice and throws one away, which nobody can close.
    const thrownAway = mode === 'strict' ? 1 : 0
    await expect.poll(stillOpen).toBe(1 + thrownAway)
    root.unmount()
    await expect.poll(stillOpen).toBe(thrownAway)
  },
)
