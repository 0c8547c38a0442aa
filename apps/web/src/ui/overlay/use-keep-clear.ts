import { useEffect, type RefObject } from 'react'
import { toasts } from './toast.ts'

const gapPx = 12
const smallPx = 640

/**
 * The distance from the bottom at which a box covers none of the others: it moves up above each one that it would
 * overlap. Undefined if it can stay where it is.
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
  // If there is no room above, it stays: toasts time out or can be closed.
  if (bottom === own.bottom || bottom < own.height) return undefined
  return pageHeight - bottom
}

/** Above controls that are pressed repeatedly, such as a pager (`data-keep-clear`). On a small screen toasts are on top. */
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
 * Moves the toasts off what they would cover: in the corner of a page the pagers, at an edge of a call the notices there
 * (`data-toasts-after`).
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
