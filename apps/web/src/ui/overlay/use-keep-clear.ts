import { useEffect, type RefObject } from 'react'
import { toasts } from './toast.ts'

const gapPx = 12
const smallPx = 640

/**
 * How far from the bottom something stands that covers none of these: it moves up above whichever it would lie on.
 * Undefined where it may stand where it is.
 */
export function clearBottom(
  own: { left: number; right: number; height: number; bottom: number },
  others: readonly Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>[],
  pageHeight: number,
): number | undefined {
  const inColumn = others
    .filter((each) => each.left < own.right && each.right > own.left)
    .toSorted((a, b) => b.bottom - a.bottom)
  let { bottom } = own
  for (const each of inColumn) {
    const isOver = each.bottom > bottom - own.height - gapPx && each.top < bottom
    if (isOver) bottom = each.top - gapPx
  }
  // Without the room for it, it stays: it goes by itself, and can be closed.
  if (bottom === own.bottom || bottom < own.height) return undefined
  return pageHeight - bottom
}

/** Moves the toasts up where they would lie on a pager, which one presses again and again (`data-keep-clear`). */
export function useKeepClear(region: RefObject<HTMLElement | null>, isInCorner: boolean): void {
  useEffect(() => {
    if (!isInCorner) return undefined
    const place = () => {
      const element = region.current
      if (!element) return
      element.style.removeProperty('bottom')
      // There they stand at the top.
      if (innerWidth < smallPx) return
      const { left, right, height, bottom } = element.getBoundingClientRect()
      const others = [...document.querySelectorAll('[data-keep-clear]')].map((each) =>
        each.getBoundingClientRect(),
      )
      const clear = clearBottom({ left, right, height, bottom }, others, innerHeight)
      if (clear !== undefined) element.style.bottom = `${clear}px`
    }
    const later = () => requestAnimationFrame(place)
    later()
    const stop = toasts.subscribe(later)
    addEventListener('resize', later)
    addEventListener('scroll', later, { passive: true, capture: true })
    return () => {
      stop()
      removeEventListener('resize', later)
      removeEventListener('scroll', later, { capture: true })
    }
  }, [region, isInCorner])
}
