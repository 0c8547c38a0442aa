import type { LetterText } from '#platform/content/texts.ts'

/** A time in the reader's zone, with the other side's time beside it if that differs. */
export interface TimePanel {
  day: string
  time: string
  zone: string
  other: { time: string; zone: string } | undefined
}

/** The parts of one mail besides its words. */
export interface LetterParts {
  /** The button's address. */
  url?: string
  panel?: TimePanel
  /** Several appointments, each with a button to its own address. */
  appointments?: readonly { title: string; panel: TimePanel; url: string }[]
  links?: readonly { label: string; url: string }[]
}

interface Button {
  label: string
  url: string
}

/** The content of one mail, for both its text and its HTML part. */
export interface Letter {
  subject: string
  overline: string | undefined
  heading: string
  paragraphs: string[]
  panel: TimePanel | undefined
  appointments: { title: string; panel: TimePanel; button: Button }[]
  button: Button | undefined
  note: string | undefined
  links: readonly Button[]
  footer: string
}

type Values = Readonly<Record<string, string>>

/** Fills placeholders in a text; undefined if a value is empty. A name without a value is a mistake in content/mails. */
function filled(text: string | undefined, values: Values): string | undefined {
  let isWhole = text !== undefined
  const result = text?.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`a mail names {${name}}, which is not given`)
    if (value === '') isWhole = false
    return value
  })
  return isWhole ? result : undefined
}

export function composeLetter(text: LetterText, values: Values, parts: LetterParts = {}): Letter {
  const certain = (sentence: string): string => {
    const result = filled(sentence, values)
    if (result === undefined) throw new Error(`a mail cannot do without what is missing here: ${sentence}`)
    return result
  }
  const whole = (sentences: readonly string[]) => sentences.flatMap((one) => filled(one, values) ?? [])
  const sender =
    filled('Sent by Parley for {organization}, {contact}.', values) ??
    filled('Sent by Parley for {organization}.', values) ??
    'Sent by Parley.'
  const { url, panel, appointments = [], links = [] } = parts
  const isLinked = url !== undefined || appointments.length > 0
  if ((text.button === undefined) === isLinked)
    throw new Error('a mail has a button and no link, or the other way round')
  const label = text.button ?? ''
  return {
    subject: certain(text.subject),
    overline: filled(text.overline, values),
    heading: certain(text.heading),
    paragraphs: whole(text.paragraphs),
    panel,
    appointments: appointments.map((one) => ({
      title: one.title,
      panel: one.panel,
      button: { label, url: one.url },
    })),
    button: url === undefined ? undefined : { label, url },
    note: whole([text.note ?? []].flat()).join(' ') || undefined,
    links,
    footer: `${sender} ${certain(text.reason)}`,
  }
}

const linkText = ({ label, url }: Button): string => `${label}:\n${url}`
const panelText = ({ day, time, zone, other }: TimePanel): string =>
  [day, time, zone, ...(other ? [`${other.time} ${other.zone}`] : [])].join('\n')

export function textPart(letter: Letter): string {
  const blocks = [
    letter.overline,
    letter.heading,
    ...letter.paragraphs,
    letter.panel && panelText(letter.panel),
    ...letter.appointments.flatMap((one) => [`${one.title}\n${panelText(one.panel)}`, linkText(one.button)]),
    letter.button && linkText(letter.button),
    letter.note,
    ...letter.links.map(linkText),
    `--\n${letter.footer}`,
  ]
  return `${blocks.filter((block) => block !== undefined).join('\n\n')}\n`
}

interface Scope {
  readonly [name: string]: Slot
}
type Slot = string | Scope | readonly Scope[] | undefined

/** Fills the compiled page: `{{name}}` with an escaped text, the part from `{{#name}}` to `{{/name}}` once per item. */
export function htmlPart(page: string, letter: Letter): string {
  const panel = ({ other, ...times }: TimePanel): Scope => ({ ...times, other: other && { ...other } })
  return fill(page, {
    subject: letter.subject,
    preview: letter.panel ? `${letter.panel.time}, ${letter.panel.zone}` : (letter.paragraphs[0] ?? ''),
    overline: letter.overline === undefined ? undefined : { text: letter.overline },
    heading: letter.heading,
    paragraphs: letter.paragraphs.map((text) => ({ text })),
    panel: letter.panel && panel(letter.panel),
    appointments: letter.appointments.map((one) => ({
      title: one.title,
      ...panel(one.panel),
      ...one.button,
    })),
    button: letter.button && { ...letter.button },
    note: letter.note === undefined ? undefined : { text: letter.note },
    links: letter.links.length ? { link: letter.links.map((link) => ({ ...link })) } : undefined,
    footer: letter.footer,
  })
}

/** Splits before filling, so that braces in a person's own text are never read as placeholders. */
const fill = (template: string, scope: Scope): string =>
  fillParts(template.split(/\{\{([#/]?\w+)\}\}/), scope)

/** Every second part is a mark: a name, or the start or end of a section. */
function fillParts(parts: readonly string[], scope: Scope): string {
  let text = parts[0] ?? ''
  for (let i = 1; i < parts.length; i += 2) {
    const mark = parts[i] ?? ''
    if (mark.startsWith('#')) {
      const name = mark.slice(1)
      const end = parts.findIndex((part, at) => at > i && at % 2 === 1 && part === `/${name}`)
      if (end === -1) throw new Error(`the section '${name}' of a letter has no end`)
      const inner = parts.slice(i + 1, end)
      const slot = scope[name]
      if (slot !== undefined && typeof slot !== 'string')
        for (const one of [slot].flat()) text += fillParts(inner, one)
      i = end
    } else if (!mark.startsWith('/')) text += escaped(scope[mark])
    text += parts[i + 1] ?? ''
  }
  return text
}

function escaped(value: Slot): string {
  if (typeof value !== 'string') throw new Error('the page of the mails names something that is no text')
  return escapeHtml(value)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
