/** Where an element was: the element, then each ancestor with the child's index in it, up to the page. */
interface Trail {
  element: HTMLElement
  /** The layer that contains it: the page, or an overlay. */
  layer: Element
  around: { parent: Element; index: number }[]
}

/**
 * The one rule of focus: when the focused element leaves the page because it was pressed, saved, deleted or closed, the
 * focus goes to what was acted on, or to what has replaced it, and never to the body, where a keyboard user would start
 * over. If a whole overlay is gone, the place that it was opened from counts.
 *
 * Returns the function that ends it.
 */
export function keepFocus(page: Document): () => void {
  let trails: Trail[] = []

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === page.body) return
    trails = remembered(trails, trailOf(target))
  }
  // A press on empty ground leaves on purpose: then the element still exists when the event is over.
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    queueMicrotask(() => {
      if (isGone(target) || !isLost(page)) return
      // Forget only this layer: an overlay was still opened from where it was.
      trails = trails.filter(({ layer }) => layer !== layerOf(target))
    })
  }
  const look = () => {
    const [last] = trails
    if (!last || !isGone(last.element) || !isLost(page)) return
    const next = successor(trails) ?? page.querySelector<HTMLElement>('main h1[tabindex]')
    next?.focus({ preventScroll: true })
  }

  page.addEventListener('focusin', onFocus)
  page.addEventListener('focusout', onBlur)
  const observer = new MutationObserver(look)
  observer.observe(page.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    page.removeEventListener('focusin', onFocus)
    page.removeEventListener('focusout', onBlur)
  }
}

/** One trail per layer: where a form was opened from is not forgotten, however long somebody moves around in it. */
const remembered = (trails: readonly Trail[], newest: Trail): Trail[] => [
  newest,
  ...trails.filter(({ layer }) => layer !== newest.layer && layer.isConnected),
]

/** A disabled control, for example while it is being saved, has lost the focus just as a removed one has. */
const isGone = (element: HTMLElement): boolean => !element.isConnected || element.matches(':disabled')

const isLost = ({ activeElement, body }: Document): boolean => activeElement === body

function trailOf(element: HTMLElement): Trail {
  const around: Trail['around'] = []
  let child: Element = element
  let parent = child.parentElement
  while (parent && !parent.matches('body, #root')) {
    around.push({ parent, index: [...parent.children].indexOf(child) })
    child = parent
    // Stop at `main`: what is outside of it is no successor.
    parent = child.matches('main') ? null : child.parentElement
  }
  return { element, layer: layerOf(element), around }
}

function layerOf(element: Element): Element {
  const { parentElement } = element
  return parentElement === null || parentElement.matches('body') ? element : layerOf(parentElement)
}

function successor(trails: readonly Trail[]): HTMLElement | undefined {
  for (const { element, around } of trails) {
    if (!isGone(element) && isThere(element)) return element
    for (const { parent, index } of around) {
      const found = parent.isConnected ? nearest([...parent.children], index) : undefined
      if (found) return found
    }
  }
  return undefined
}

/** The element that is now in that place, else the next one, else the one before. */
function nearest(children: readonly Element[], index: number): HTMLElement | undefined {
  const inOrder = [...children.slice(index), ...children.slice(0, index).toReversed()]
  return inOrder.map(firstIn).find((each) => each !== undefined)
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

const firstIn = (element: Element): HTMLElement | undefined =>
  [element, ...element.querySelectorAll(focusable)].find(
    (each): each is HTMLElement => each instanceof HTMLElement && canFocus(each),
  )

const canFocus = (element: HTMLElement): boolean => element.matches(focusable) && isThere(element)

/** Visible, and not behind an overlay. */
const isThere = (element: HTMLElement): boolean =>
  element.checkVisibility({ visibilityProperty: true }) &&
  element.closest('[inert], [aria-hidden="true"]') === null
