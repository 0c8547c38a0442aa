import { useState, type PointerEvent } from 'react'
import { createKeptText, useStore } from '#base/store.ts'
import { corners, type Corner } from './places.ts'

const keptCorner = createKeptText('parley.self-corner')
const keptHidden = createKeptText('parley.self-hidden')

const readCorner = (): Corner => corners.find((each) => each === keptCorner.read()) ?? 'bottom-right'

export const keepCorner = (corner: Corner): void => keptCorner.write(corner)
export const hideSelf = (isHidden: boolean): void => keptHidden.write(isHidden ? 'yes' : null)

/** Where the user's own picture is and whether it is shown, in this browser. Others see it even if it is hidden here. */
export const useSelfView = () => ({
  corner: useStore({ watch: keptCorner.watch, read: readCorner }),
  isHidden: useStore({ watch: keptHidden.watch, read: () => keptHidden.read() === 'yes' }),
})

interface Shift {
  x: number
  y: number
}

const none: Shift = { x: 0, y: 0 }

/** Follows a finger or a mouse, and reports where it was released. */
export function useDrag(onDrop: (by: Shift) => void) {
  const [from, setFrom] = useState<Shift>()
  const [by, setBy] = useState(none)
  const end = () => {
    setFrom(undefined)
    setBy(none)
  }
  return {
    by,
    isDragging: from !== undefined,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // A press on its menu is no drag.
        if (event.target instanceof Element && event.target.closest('button')) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom({ x: event.clientX, y: event.clientY })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (from) setBy({ x: event.clientX - from.x, y: event.clientY - from.y })
      },
      onPointerUp: () => {
        if (from) onDrop(by)
        end()
      },
      onPointerCancel: end,
    },
  }
}
