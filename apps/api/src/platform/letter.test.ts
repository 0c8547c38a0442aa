import { expect, test } from 'vitest'
import { composeLetter, htmlPart, textPart } from './letter.ts'
import { readTexts, type MailKind } from './texts.ts'

const { mails } = await readTexts()
const kinds = Object.keys(mails.letters) as MailKind[]
const url = 'https://parley.example/set-password/secret'
const values = {
  first_name: 'Ida',
  username: 'ida',
  address: 'ida@example.test',
  organization: 'Northlight',
  contact: '+1 207 555 0100',
}
const letterOf = (kind: MailKind, more: Partial<typeof values> = {}) => {
  const text = mails.letters[kind]
  return composeLetter(text, { ...values, ...more }, text.button === undefined ? undefined : url)
}

test.each(kinds)('%s says the same in both parts', (kind) => {
  const letter = letterOf(kind)
  const [text, html] = [textPart(letter), htmlPart(mails.page, letter)]
  for (const words of [
    letter.heading,
    ...letter.paragraphs,
    letter.note ?? '',
    letter.footer,
    letter.button?.url ?? '',
  ]) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
  expect(`${text}${html}`).not.toMatch(/\{\{|\}\}|\{\w+\}/)
  expect(letter.footer).toContain('Sent by Parley for Northlight, +1 207 555 0100. You get this')
})

test.each(kinds)('%s does without organization and contact', (kind) => {
  const letter = letterOf(kind, { organization: '', contact: '' })
  expect(letter.overline).toBeUndefined()
  expect(letter.footer).toMatch(/^Sent by Parley\. /)
  expect(letter.paragraphs.length).toBeGreaterThan(0)
  expect(htmlPart(mails.page, letter)).not.toMatch(/From|Northlight|\{\{/)
})

test('what a person is called stays text, in the page and in its braces', () => {
  const letter = letterOf('login', { first_name: '<i>{{footer}}</i> & "{username}"' })
  const html = htmlPart(mails.page, letter)
  expect(html).toContain('Hello &lt;i&gt;{{footer}}&lt;/i&gt; &amp; &quot;{username}&quot;,')
  expect(html).not.toContain('<i>')
  expect(textPart(letter)).toContain('Hello <i>{{footer}}</i> & "{username}",')
})

test('the page loads nothing from anywhere and is always light', () => {
  expect(mails.page).not.toMatch(/src=|url\(|@import|<link|<script|https?:\/\/(?!www\.w3\.org)/i)
  expect(mails.page).toContain('<meta name="color-scheme" content="light only"')
})

test('a slip in the words is found, not sent', () => {
  const text = { ...mails.letters.login, subject: 'For {somebody}' }
  expect(() => composeLetter(text, values, url)).toThrow('{somebody}')
  expect(() => composeLetter(mails.letters.login, values, undefined)).toThrow('a button and no link')
})
