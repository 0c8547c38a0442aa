/**
 * Layout faults of the open page at its current size: it scrolls sideways, or something is cut off, sticks out of its box or
 * overlaps something else. Runs inside the browser, so it may refer to nothing outside itself. If a dialog or a menu is
 * open, only that is checked.
 */
export function pageFaults(): string[] {
  /** A text that an ellipsis cuts to fewer pixels than this is unreadable. */
  const leastShown = 72
  const slack = 1.5
  const controls = 'button, a[href], input, textarea, select, summary, [role=slider], [role=spinbutton]'
  const faults = new Set<string>()

  interface Box {
    left: number
    right: number
    top: number
    bottom: number
  }
  const remembered = <V>(read: (element: Element) => V) => {
    const known = new Map<Element, V>()
    return (element: Element): V => {
      const value = known.get(element) ?? read(element)
      known.set(element, value)
      return value
    }
  }
  const styleOf = remembered((element) => getComputedStyle(element))
  const frameOf = remembered((element): Box => element.getBoundingClientRect())
  const widthOf = ({ left, right }: Box) => right - left
  const heightOf = ({ top, bottom }: Box) => bottom - top
  const isSpeck = (box: Box) => widthOf(box) < slack || heightOf(box) < slack
  const clips = (element: Element) =>
    styleOf(element).overflowX !== 'visible' || styleOf(element).overflowY !== 'visible'
  /** The element and its ancestors up to the root. Empty if nobody can see it. */
  const chainOf = remembered((element): Element[] => {
    if (element === root) return [element]
    const around = element.parentElement ? chainOf(element.parentElement) : []
    const isHidden = isSpeck(frameOf(element)) && (clips(element) || element.childElementCount === 0)
    return around.length === 0 || isHidden || element.hasAttribute('data-live-announcer')
      ? []
      : [element, ...around]
  })
  const nameOf = (element: Element): string => {
    const text = (element.getAttribute('aria-label') ?? element.textContent).replaceAll(/\s+/g, ' ').trim()
    return `${element.tagName.toLowerCase()} '${text.slice(0, 40)}'`
  }

  const layers = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].filter(
    (one) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.closest('[role=region], [aria-hidden=true], [inert]'),
  )
  const root = layers.at(-1) ?? document.body

  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.add(`the page scrolls sideways: ${scrollWidth} in ${clientWidth}`)

  const elements = [...root.querySelectorAll('*')].filter(
    (element) =>
      !(element instanceof SVGElement) &&
      chainOf(element).length > 0 &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  )
  for (const element of elements) {
    // A row of choices that is meant to be swiped, as on a phone, is marked with this attribute.
    if (!/auto|scroll/.test(styleOf(element).overflowX) || element.hasAttribute('data-pushed-along')) continue
    const hidden = element.scrollWidth - element.clientWidth
    if (hidden > slack) faults.add(`${nameOf(element)} scrolls sideways by ${hidden}`)
  }

  /** The lines of an element's own text, without the space above and below its letters. */
  const linesOf = (element: Element): Box[] =>
    [...element.childNodes]
      .filter((node) => node instanceof Text && node.data.trim() !== '')
      .flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].map((line) => {
          const air = heightOf(line) * 0.22
          return { left: line.left, right: line.right, top: line.top + air, bottom: line.bottom - air }
        })
      })

  /** The boxes of an element: a link that wraps has one for each line. */
  const framesOf = (element: Element): Box[] =>
    styleOf(element).display === 'inline' ? [...element.getClientRects()] : [frameOf(element)]

  interface Piece {
    element: Element
    isText: boolean
    /** Its visible parts. */
    boxes: Box[]
    /** The nearest of itself and its ancestors that is positioned out of the flow, if any. */
    layer: Element | undefined
    /** The same for sticky and fixed elements, which stay in view while the rest scrolls. */
    stuck: Element | undefined
  }
  const isOutOfFlow = (element: Element) => /absolute|fixed/.test(styleOf(element).position)
  const isStuck = (element: Element) => /sticky|fixed/.test(styleOf(element).position)
  const isDrawn = (element: Element) =>
    Number.parseFloat(styleOf(element).borderLeftWidth) > 0 ||
    (element.matches(controls) && !element.matches('a')) ||
    !/^rgba\(.*, 0\)$|transparent/.test(styleOf(element).backgroundColor)

  /** The part of a box that its clipping ancestors leave visible; undefined if none. Adds the faults that it finds. */
  const judged = (element: Element, whole: Box, around: readonly Element[]): Box | undefined => {
    let shown = whole
    let isLoose = false
    let isHeld = false
    for (const each of around) {
      const frame = frameOf(each)
      const style = styleOf(each)
      const isOverX = shown.left < frame.left - slack || shown.right > frame.right + slack
      const isOverY = shown.top < frame.top - slack || shown.bottom > frame.bottom + slack
      if (clips(each) && (isOverX || isOverY) && !(isLoose && style.position === 'static')) {
        if (isOverX && /hidden|clip/.test(style.overflowX)) {
          if (style.textOverflow !== 'ellipsis' && style.webkitLineClamp === 'none')
            faults.add(`${nameOf(element)} is cut off at the side`)
          else if (widthOf(frame) < leastShown)
            faults.add(`${nameOf(each)} is cut to ${Math.round(widthOf(frame))} px`)
        }
        if (isOverY && /hidden|clip/.test(style.overflowY) && style.webkitLineClamp === 'none')
          faults.add(`${nameOf(element)} is cut off above or below`)
        shown = {
          left: Math.max(shown.left, frame.left),
          right: Math.min(shown.right, frame.right),
          top: Math.max(shown.top, frame.top),
          bottom: Math.min(shown.bottom, frame.bottom),
        }
        if (isSpeck(shown)) return undefined
      } else if (!isHeld && !isLoose && each !== root && isDrawn(each)) {
        // The content must fit into the nearest ancestor that is a control or has a border or a background.
        if (isOverX) faults.add(`${nameOf(element)} sticks out of ${nameOf(each)} at the side`)
        if (isOverY) faults.add(`${nameOf(element)} sticks out of ${nameOf(each)} above or below`)
      }
      isHeld ||= isDrawn(each)
      // A positioned ancestor contains the element again; it is itself in the flow unless it is absolute or fixed.
      if (style.position !== 'static') isLoose = isOutOfFlow(each)
    }
    return shown
  }

  const pieces: Piece[] = elements.flatMap((element) => {
    const [, ...around] = chainOf(element)
    const within = [element, ...around].filter((each) => each !== root)
    const piece = { element, layer: within.find(isOutOfFlow), stuck: within.find(isStuck) }
    const seen = (boxes: readonly Box[], chain: readonly Element[]) =>
      boxes.map((box) => judged(element, box, chain)).filter((box) => box !== undefined)
    const isControl = element.matches(controls)
    return [
      ...(isControl
        ? [{ ...piece, isText: false, boxes: isOutOfFlow(element) ? [] : seen(framesOf(element), around) }]
        : []),
      { ...piece, isText: true, boxes: seen(linesOf(element), [element, ...around]) },
    ].filter(({ boxes }) => boxes.length > 0)
  })

  const byTop = pieces
    .flatMap((piece) => piece.boxes.map((box) => ({ piece, box })))
    .toSorted((a, b) => a.box.top - b.box.top)
  for (const [index, { piece: one, box: a }] of byTop.entries()) {
    for (let next = index + 1; next < byTop.length; next++) {
      const { piece: other, box: b } = byTop[next] ?? { piece: one, box: a }
      if (b.top > a.bottom - 2) break
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) <= 2) continue
      if (Math.min(a.bottom, b.bottom) - b.top <= 2) continue
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      // Sticky and fixed elements may cover content that scrolls. Elements out of the flow may cover others on purpose, but
      // text must never cover text.
      if (one.stuck !== other.stuck) continue
      if (one.layer !== other.layer && !(one.isText && other.isText)) continue
      faults.add(`${nameOf(one.element)} and ${nameOf(other.element)} lie on each other`)
    }
  }

  /** The element that would take a click in the middle of it, unless it is its own content, an ancestor or its label. */
  const coverOf = (element: Element): Element | undefined => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    const isOwn = !hit || element.contains(hit) || hit.contains(element)
    return isOwn || element.closest('label')?.contains(hit) ? undefined : hit
  }
  for (const { element } of pieces.filter(({ isText }) => !isText)) {
    const { top, bottom } = element.getBoundingClientRect()
    // A sticky bar may cover it at the current scroll position, but not in the middle of the window.
    if (top < 0 || bottom > innerHeight || coverOf(element))
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const cover = coverOf(element)
    if (cover) faults.add(`${nameOf(element)} is covered by ${nameOf(cover)}`)
  }
  window.scrollTo({ top: 0, behavior: 'instant' })
  return [...faults]
}
