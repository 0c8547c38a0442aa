/** Where an element stood: itself, then each one around it with the place it had there, up to the page. */
interface Trail {
  element: HTMLElement
  /** What it lies in as a whole: the page, or something that lies over it. */
  layer: Element
  around: { parent: Element; index: number }[]
}

/**
 * The one rule of focus: when whatever has it leaves the page, because it was pressed, saved, deleted or closed, the focus
 * goes to what was acted on, or to what has taken its place, and never to the body, where a keyboard would begin anew.
 * What lay over the page is gone with all around it; then the place from which it was opened counts.
 *
 * Returns what ends it.
 */
export function keepFocus(page: Document): () => void {
  let trails: Trail[] = []

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === page.body) return
    trails = remembered(trails, trailOf(target))
  }
  // Whoever presses on empty ground leaves on purpose: then the element is still there when the event is over.
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    queueMicrotask(() => {
      if (isGone(target) || !isLost(page)) return
      // What lies over the page was still opened from where it was.
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

/** One of each layer: however long somebody goes about in a form, what it was opened from is not forgotten. */
const remembered = (trails: readonly Trail[], newest: Trail): Trail[] => [
  newest,
  ...trails.filter(({ layer }) => layer !== newest.layer && layer.isConnected),
]

/** What cannot be pressed any more, as while it is being saved, has lost the focus as well as what is not there. */
const isGone = (element: HTMLElement): boolean => !element.isConnected || element.matches(':disabled')

const isLost = ({ activeElement, body }: Document): boolean => activeElement === body

function trailOf(element: HTMLElement): Trail {
  const around: Trail['around'] = []
  let child: Element = element
  let parent = child.parentElement
  while (parent && !parent.matches('body, #root')) {
    around.push({ parent, index: [...parent.children].indexOf(child) })
    child = parent
    // Beyond the page there is no successor, but something else.
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

/** What stands now where it stood, else what follows, else what is before. */
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

/** To be seen, and not behind something that lies over the page. */
const isThere = (element: HTMLElement): boolean =>
  element.checkVisibility({ visibilityProperty: true }) &&
  element.closest('[inert], [aria-hidden="true"]') === null
