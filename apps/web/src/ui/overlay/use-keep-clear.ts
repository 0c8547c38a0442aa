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

/** Above what one presses again and again, such as a pager (`data-keep-clear`). On a small screen toasts are at the top. */
function standAbove(element: HTMLElement): void {
  if (innerWidth < smallPx) return
  const { left, right, height, bottom } = element.getBoundingClientRect()
  const others = [...document.querySelectorAll('[data-keep-clear]')].map((each) =>
    each.getBoundingClientRect(),
  )
  const clear = clearBottom({ left, right, height, bottom }, others, innerHeight)
  if (clear !== undefined) element.style.bottom = `${clear}px`
}

/** Below notices at the top, above those at the bottom. */
function standBeside(element: HTMLElement, notices: Element, edge: 'top' | 'bottom'): void {
  const shown = [...notices.children]
    .map((each) => each.getBoundingClientRect())
    .filter(({ height }) => height > 0)
  if (shown.length === 0) return
  const own = element.getBoundingClientRect()
  if (edge === 'top' || innerWidth < smallPx) {
    const below = Math.max(...shown.map(({ bottom }) => bottom)) + gapPx
    if (below > own.top) element.style.top = `${below}px`
    return
  }
  const above = Math.min(...shown.map(({ top }) => top)) - gapPx
  if (above < own.bottom) Object.assign(element.style, { top: 'auto', bottom: `${innerHeight - above}px` })
}

/**
 * Moves the toasts away from what they would lie on: in the corner of a page from pagers, at an edge of a call from the
 * notices that stand there (`data-toasts-after`).
 */
export function useKeepClear(
  region: RefObject<HTMLElement | null>,
  place: 'corner' | 'top' | 'bottom' | undefined,
): void {
  useEffect(() => {
    const element = region.current
    if (!place || !element) return undefined
    const notices = document.querySelector('[data-toasts-after]')
    const standAsStyled = () => {
      element.style.removeProperty('top')
      element.style.removeProperty('bottom')
    }
    const stand = () => {
      standAsStyled()
      if (place === 'corner') standAbove(element)
      else if (notices) standBeside(element, notices, place)
    }
    const later = () => requestAnimationFrame(stand)
    stand()
    const resizes = new ResizeObserver(stand)
    if (notices) resizes.observe(notices)
    const over = new AbortController()
    const stop = toasts.subscribe(later)
    addEventListener('resize', later, { signal: over.signal })
    addEventListener('scroll', later, { passive: true, capture: true, signal: over.signal })
    return () => {
      resizes.disconnect()
      stop()
      over.abort()
      standAsStyled()
    }
  }, [region, place])
}
