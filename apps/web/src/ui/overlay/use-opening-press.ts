import { useEffect, useState } from 'react'
import { createStore } from '#base/store.ts'

/** Where a mouse button went down that is still held. */
const held = createStore<{ x: number; y: number } | undefined>(undefined)

// Listen before anything opens: a menu opens while the button is still down. The prerender has no document.
if (typeof document !== 'undefined') {
  const options = { capture: true, passive: true }
  const down = ({ pointerType, clientX: x, clientY: y }: PointerEvent) =>
    held.write(pointerType === 'mouse' ? { x, y } : undefined)
  const up = () => held.write(undefined)
  document.addEventListener('pointerdown', down, options)
  document.addEventListener('pointerup', up, options)
  document.addEventListener('pointercancel', up, options)
}

const movedPx = 10

/**
 * Whether the press that opened something is still held where it began. The release would otherwise choose an entry that
 * opened under the pointer; a user who drags to an entry means it.
 */
export function useOpeningPress(): boolean {
  const [press, setPress] = useState(held.read)
  useEffect(() => {
    if (!press) return undefined
    const end = () => setPress(undefined)
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - press.x, clientY - press.y) > movedPx) end()
    }
    const stop = held.watch(end)
    document.addEventListener('pointermove', move, { passive: true })
    if (!held.read()) end()
    return () => {
      stop()
      document.removeEventListener('pointermove', move)
    }
  }, [press])
  return press !== undefined
}
