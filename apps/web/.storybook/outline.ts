/** Role names by tag. An element without a role is not named; only its children are visited. */
const roles: Record<string, string> = {
  A: 'link',
  BUTTON: 'button',
  H1: 'heading 1',
  H2: 'heading 2',
  H3: 'heading 3',
  INPUT: 'field',
  TEXTAREA: 'field',
  SELECT: 'field',
  TH: 'head',
  UL: 'list',
  OL: 'list',
  LI: 'entry',
  TABLE: 'table',
  TR: 'row',
  TD: 'cell',
  SECTION: 'section',
  ARTICLE: 'article',
  DIALOG: 'dialog',
  // A decorative SVG is aria-hidden and never gets here.
  SVG: 'picture',
}

/** Colour tokens that carry meaning. Plain ink is not reported. */
const tones = ['green-ink', 'red-ink', 'yellow-ink', 'gray-ink', 'accent-ink', 'on-accent']

/**
 * Describes a part of a page as a user meets it, in order and line by line: roles with their names and states, and texts
 * with their colour if it carries meaning. A single comparison then checks a view's texts, labels, colours and order.
 */
export function outlineOf(root: Element): string[] {
  const lines: string[] = []
  const colours = tokenColours()
  let line = ''
  // Everything inside a cell, a button or a link goes on one line.
  let folds = 0
  const end = () => {
    if (folds > 0) {
      line = `${line.trimEnd()} | `
      return
    }
    const text = line.replaceAll(/(?:\s*\|)+\s*/g, ' | ').replaceAll(/\s+/g, ' ')
    if (text.trim() !== '') lines.push(text.replace(/: \| /, ': ').replace(/ \| $/, '').trim())
    line = ''
  }

  visit(root, '')
  end()
  return lines

  function visit(node: Node, tone: string): void {
    if (node instanceof Text) {
      const text = node.data.replaceAll(/\s+/g, ' ')
      line += tone === '' || text.trim() === '' ? text : `${text.trim()} (${tone}) `
      return
    }
    if (!(node instanceof HTMLElement || node instanceof SVGElement) || isUnseen(node)) return
    const name = describe(node)
    const isBlock = name !== '' || !getComputedStyle(node).display.startsWith('inline')
    if (isBlock) end()
    if (name !== '') line += `${name}: `
    if (node instanceof SVGElement) return isBlock ? end() : undefined
    const isFolded = /^(?:cell|button|link)\b/.test(name)
    if (isFolded) folds += 1
    for (const child of node.childNodes) visit(child, toneOf(node))
    if (isFolded) folds -= 1
    if (isBlock) end()
  }

  function toneOf(element: Element): string {
    const { color, position, clipPath, opacity } = getComputedStyle(element)
    const said = [colours.get(color)]
    if (position === 'absolute' && clipPath !== 'none') said.push('heard')
    if (opacity !== '1') said.push('faint')
    return said.filter(Boolean).join(', ')
  }
}

const isUnseen = (element: Element): boolean =>
  element.getAttribute('aria-hidden') === 'true' ||
  getComputedStyle(element).display === 'none' ||
  getComputedStyle(element).visibility === 'hidden'

/** 'button "Close" [disabled]', or '' for an element that only groups others. */
function describe(element: Element): string {
  const label = element.getAttribute('aria-label')
  const role =
    element.getAttribute('role') ?? roles[element.tagName.toUpperCase()] ?? (label === null ? '' : 'part')
  if (role === '' || role === 'presentation' || role === 'none') return ''
  return [role, label === null ? '' : `"${label}"`, ...statesOf(element)].filter(Boolean).join(' ')
}

function statesOf(element: Element): string[] {
  const said = [
    'disabled',
    'checked',
    'expanded',
    'selected',
    'current',
    'pressed',
    'invalid',
    'sort',
    'busy',
    'haspopup',
    'valuetext',
  ]
    .map((state) => [state, element.getAttribute(`aria-${state}`)] as const)
    .filter(([, value]) => value !== null && value !== 'false')
    .map(([state, value]) => (value === 'true' ? `[${state}]` : `[${state} ${value}]`))
  const href = element.getAttribute('href')
  const isOff =
    element instanceof HTMLButtonElement || element instanceof HTMLInputElement ? element.disabled : false
  return [
    ...(isOff ? ['[disabled]'] : []),
    ...(element instanceof HTMLInputElement && element.checked ? ['[checked]'] : []),
    ...(element instanceof HTMLInputElement && !/checkbox|radio/.test(element.type)
      ? [`= ${element.value}`]
      : []),
    ...said,
    ...(href === null ? [] : [`→ ${href}`]),
  ]
}

function tokenColours(): Map<string, string> {
  const probe = document.createElement('span')
  document.body.append(probe)
  const found = new Map<string, string>()
  for (const tone of tones) {
    probe.style.color = `var(--${tone})`
    found.set(getComputedStyle(probe).color, tone)
  }
  probe.remove()
  return found
}
