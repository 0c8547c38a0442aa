import { parseSync, Visitor } from 'oxc-parser'

/** A mistake that somebody might make: a span of a file and the text that replaces it. */
export interface Mistake {
  path: string
  line: number
  /** Results are summed up by kind. */
  kind: Kind
  start: number
  end: number
  instead: string
  /** The old and the new text, for people to read. */
  about: string
}

export type Kind = 'condition' | 'text' | 'class' | 'label' | 'handler' | 'column' | 'number'

interface Place {
  start: number
  end: number
}

const comparisons = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])
const operators = new Map([
  ['&&', '||'],
  ['||', '&&'],
])
const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
])
/** Classes that change a colour or what is visible. Layout classes are left out: journeys test the layout at every width. */
const speakingClass =
  /^(?:text-(?:accent|danger|success|warning|critical|ok|positive|negative)\S*|bg-\S+|sr-only|hidden|line-through|opacity-\S+|border-(?:accent|danger|critical)\S*)$/
/** Attributes with text that people read or hear. */
const spoken =
  /^(?:aria-label|aria-description|label|title|head|placeholder|alt|description|hint|act|text|name|note|noun)$/

/** Every mistake that can be planted in a file, in the order of the file. */
export function mistakesIn(path: string, source: string): Mistake[] {
  // Long because every kind of mistake is found on one walk through the file.
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const isView = path.endsWith('.tsx')
  const found: Mistake[] = []
  /** Spans in which nothing is planted. */
  const typed: Place[] = []
  /** Spans of class names, which nobody reads as text. */
  const classes: Place[] = []
  const text = ({ start, end }: Place) => source.slice(start, end)
  const plant = (kind: Kind, { start, end }: Place, instead: string) =>
    found.push({
      path,
      line: source.slice(0, start).split('\n').length,
      kind,
      start,
      end,
      instead,
      about: `${short(source.slice(start, end))} → ${short(instead)}`,
    })
  /** The position of the operator between two operands, which may contain the same operator themselves. */
  const between = (left: Place, right: Place, operator: string): Place => {
    const start = source.indexOf(operator, left.end)
    if (start < 0 || start > right.start) throw new Error(`${path}: no ${operator}`)
    return { start, end: start + operator.length }
  }

  new Visitor({
    TSTypeAliasDeclaration: (node) => typed.push(node),
    TSInterfaceDeclaration: (node) => typed.push(node),
    TSTypeAnnotation: (node) => typed.push(node),
    TSTypeParameterInstantiation: (node) => typed.push(node),
    TSAsExpression: (node) => typed.push(node.typeAnnotation),
    TSSatisfiesExpression: (node) => typed.push(node.typeAnnotation),
    ImportDeclaration: (node) => typed.push(node),
    // An empty element has no content that aria-hidden could hide from a screen reader.
    JSXOpeningElement: (node) => {
      if (!node.selfClosing) return
      typed.push(...node.attributes.filter((one) => text(one).startsWith('aria-hidden')))
    },
    // Users never see the text of an Error, which reports a bug of ours; they see a problem response.
    NewExpression: (node) => {
      if (text(node.callee) === 'Error') typed.push(...node.arguments)
    },
    BinaryExpression: (node) => {
      const other = comparisons.get(node.operator)
      if (other) plant('condition', between(node.left, node.right, node.operator), other)
      if (!isView && (node.operator === '+' || node.operator === '-') && isNumeric(text(node)))
        plant('number', between(node.left, node.right, node.operator), node.operator === '+' ? '-' : '+')
    },
    LogicalExpression: (node) => {
      const other = operators.get(node.operator)
      if (other) plant('condition', between(node.left, node.right, node.operator), other)
    },
    IfStatement: (node) => negate(node.test),
    ConditionalExpression: (node) => negate(node.test),
    UnaryExpression: (node) => {
      if (node.operator === '!') plant('condition', node, text(node.argument))
    },
    CallExpression: ({ callee }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const other = methods.get(callee.property.name)
      if (other) plant('condition', callee.property, other)
    },
    VariableDeclarator: (node) => turn(text(node.id), node.init),
    Property: (node) => turn(text(node.key), node.value),
    Literal: (node) => {
      if (typeof node.value === 'boolean') plant('condition', node, String(!node.value))
      else if (typeof node.value === 'number' && !isView) plant('number', node, String(node.value + 1))
      else if (typeof node.value === 'string' && isRead(node.value)) plant('text', node, changed(text(node)))
    },
    TemplateElement: (node) => {
      if (isRead(node.value.raw)) plant('text', wordsIn(source, node), 'changed')
    },
    JSXText: (node) => {
      if (/\w/.test(node.value)) plant('text', wordsIn(source, node), 'changed')
    },
    JSXAttribute: (node) => {
      const name = text(node.name)
      if (/^on[A-Z]/.test(name) && node.value) plant('handler', node.value, '{() => undefined}')
      else if (/^(?:aria-|role$)/.test(name)) plant('label', node, '')
      else if (name === 'className' && node.value) {
        classes.push(node.value)
        if (node.value.type === 'Literal') plantClass(node.value)
      } else if (spoken.test(name) && node.value?.type === 'Literal')
        plant('label', node.value, changed(text(node.value)))
    },
  }).visit(program)

  /** Swaps the first two entries of a list with an order that people see. */
  function turn(name: string, list: (Place & { type: string }) | null) {
    if (
      !/columns|sorts|order|options|statuses|weekdays|acts|menu|heads|steps|tabs|lines|filters|entries/i.test(
        name,
      )
    )
      return
    if (list?.type !== 'ArrayExpression' || !('elements' in list)) return
    // The cast gives the parser's type of an ArrayExpression, which the check above established.
    const [first, second] = list.elements as (Place & { type: string })[]
    if (first && second && first.type !== 'SpreadElement')
      plant('column', { start: first.start, end: second.end }, `${text(second)}, ${text(first)}`)
  }

  /** Skips comparisons and negations, which have mistakes of their own. */
  function negate(test: Place & { type: string }) {
    if (test.type !== 'BinaryExpression' && test.type !== 'UnaryExpression')
      plant('condition', test, `!(${text(test)})`)
  }

  function plantClass(node: Place) {
    const speaking = text(node)
      .slice(1, -1)
      .split(' ')
      .find((one) => speakingClass.test(one))
    if (speaking) plant('class', node, text(node).replace(speaking, ''))
  }

  const isIn = (places: Place[], { start }: Place) =>
    places.some((place) => place.start <= start && start < place.end)
  const isLeftOut = (one: Mistake) => isIn(typed, one) || (one.kind === 'text' && isIn(classes, one))
  return unique(found.filter((one) => !isLeftOut(one))).toSorted((a, b) => a.start - b.start)
}

/** An attribute's string is visited twice: as an attribute and as a literal. */
const unique = (mistakes: Mistake[]): Mistake[] => [
  ...new Map(mistakes.map((one) => [`${one.start}-${one.end}-${one.instead}`, one])).values(),
]

/** Text that people read has a space or starts with a capital. Keys, paths and classes have neither, or are lower-case. */
const isRead = (value: string): boolean =>
  (/^[A-Z][a-z]/.test(value) || / \S*[A-Za-z]/.test(value.trim())) &&
  !isOfClasses(value) &&
  !/^\S*\//.test(value)

const isOfClasses = (value: string): boolean =>
  value.split(/\s+/).every((word) => /^[a-z0-9@:&>*+[\]().,/%_#!=-]*$/.test(word)) &&
  /[a-z0-9][-:]\S/.test(value)

const isNumeric = (code: string): boolean => !/['"`]/.test(code)

/** Appends a word to a string literal. */
const changed = (literal: string): string => `${literal.slice(0, -1)} changed${literal.slice(-1)}`

/** The text of a span without the space around it: nobody would see that space go. */
function wordsIn(source: string, { start, end }: Place): Place {
  const words = /\S.*\S|\S/s.exec(source.slice(start, end).replaceAll(/^[`}]|[`]$|\$\{$/g, ' '))
  return words ? { start: start + words.index, end: start + words.index + words[0].length } : { start, end }
}

const short = (code: string): string => {
  const line = code.replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}

/** The file with the mistake in it. */
export const withMistake = (source: string, { start, end, instead }: Mistake): string =>
  source.slice(0, start) + instead + source.slice(end)
