import { Fragment, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { useOpened } from './use-opened.ts'

test.each(['strict', 'plain'])(
  'what a screen opened is open while it stands, and all of it is closed after it (%s)',
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
    // Nothing else stands open unseen, but for what strict mode draws and throws away.
    await expect.poll(() => made[shown ?? 0]?.isOpen).toBe(true)
    root.unmount()
    await expect.poll(() => made[shown ?? 0]?.isOpen).toBe(false)
  },
)
