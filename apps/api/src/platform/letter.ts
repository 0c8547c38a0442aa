import type { LetterText } from './texts.ts'

/** What one mail says, in both of its forms. */
export interface Letter {
  subject: string
  overline: string | undefined
  heading: string
  paragraphs: string[]
  button: { label: string; url: string } | undefined
  note: string | undefined
  footer: string
}

type Values = Readonly<Record<string, string>>

/** Puts names into a text; undefined when one of them is empty. A name that nobody gives is a slip in content/mails. */
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

export function composeLetter(text: LetterText, values: Values, url: string | undefined): Letter {
  const certain = (sentence: string): string => {
    const result = filled(sentence, values)
    if (result === undefined) throw new Error(`a mail cannot do without what is missing here: ${sentence}`)
    return result
  }
  const sender =
    filled('Sent by Parley for {organization}, {contact}.', values) ??
    filled('Sent by Parley for {organization}.', values) ??
    'Sent by Parley.'
  if ((text.button === undefined) !== (url === undefined))
    throw new Error('a mail has a button and no link, or the other way round')
  return {
    subject: certain(text.subject),
    overline: filled(text.overline, values),
    heading: certain(text.heading),
    paragraphs: text.paragraphs.flatMap((one) => filled(one, values) ?? []),
    button: text.button !== undefined && url !== undefined ? { label: text.button, url } : undefined,
    note: filled(text.note, values),
    footer: `${sender} ${certain(text.reason)}`,
  }
}

export function textPart(letter: Letter): string {
  const blocks = [
    letter.overline,
    letter.heading,
    ...letter.paragraphs,
    letter.button && `${letter.button.label}:\n${letter.button.url}`,
    letter.note,
    `--\n${letter.footer}`,
  ]
  return `${blocks.filter((block) => block !== undefined).join('\n\n')}\n`
}

type Slot =
  | string
  | Readonly<Record<string, string>>
  | readonly Readonly<Record<string, string>>[]
  | undefined

/** Fills the compiled page: `{{name}}` with an escaped text, what stands between `{{#name}}` and `{{/name}}` once for each. */
export function htmlPart(page: string, letter: Letter): string {
  const slots: Record<string, Slot> = {
    subject: letter.subject,
    preview: letter.paragraphs[0] ?? '',
    overline: letter.overline === undefined ? undefined : { text: letter.overline },
    heading: letter.heading,
    paragraphs: letter.paragraphs.map((text) => ({ text })),
    button: letter.button,
    note: letter.note === undefined ? undefined : { text: letter.note },
    footer: letter.footer,
  }
  // The names of a section are filled before those of the page, so that a person's own braces never count as names.
  return page.replaceAll(
    /\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}|\{\{(\w+)\}\}/g,
    (_, section: string | undefined, inner: string, name: string) => {
      const slot = slots[section ?? name]
      if (section === undefined) return escaped(slot)
      if (slot === undefined || typeof slot === 'string') return ''
      return [slot]
        .flat()
        .map((values) => inner.replaceAll(/\{\{(\w+)\}\}/g, (__, key: string) => escaped(values[key])))
        .join('')
    },
  )
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(value: Slot): string {
  if (typeof value !== 'string') throw new Error('the page of the mails names something that is no text')
  return value.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
