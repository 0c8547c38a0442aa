import { expect, test } from 'vitest'
import { composeLetter, htmlPart, textPart } from './letter.ts'
import { readTexts, type LetterName } from '#platform/content/texts.ts'

const { mails } = await readTexts()
const kinds = Object.keys(mails.letters) as LetterName[]
const url = 'https://parley.example/set-password/secret'
const values = {
  first_name: 'Ida',
  username: 'ida',
  address: 'ida@example.test',
  organization: 'Northlight',
  contact: '+1 207 555 0100',
  call: 'Coaching Call with Dana',
  when: 'Mon, Nov 16, 3:30 PM (CET)',
  people: 'Dana Whitfield',
  host: 'Dana Whitfield',
  guests: '',
  opens: '',
  guest_opens: '3:15 PM',
  before: '',
  reporter: 'Dana Whitfield',
  sender: 'Dana Whitfield',
  kinds: 'sound, picture',
  start: 'Nov 16, 2026 3:30 PM',
  text: 'Nobody was heard.',
  number: '00418',
  payer: 'Northlight',
  reason: 'The invoice was paid already.',
  amount: '$16,275.00',
  period: 'Oct 1 – 31, 2026',
}
const letterOf = (kind: LetterName, more: Partial<typeof values> = {}) => {
  const text = mails.letters[kind]
  return composeLetter(text, { ...values, ...more }, text.button === undefined ? {} : { url })
}

test.each(kinds)('%s has the same words in its text and HTML parts', (kind) => {
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
    expect(html).toContain(words.replaceAll("'", '&#39;'))
  }
  expect(`${text}${html}`).not.toMatch(/\{\{|\}\}|\{\w+\}/)
  expect(letter.footer).toContain('Sent by Parley for Northlight, +1 207 555 0100. You get this')
})

test.each(kinds)('%s can be composed without organization and contact', (kind) => {
  const letter = letterOf(kind, { organization: '', payer: '', contact: '' })
  expect(letter.overline).toBeUndefined()
  expect(letter.footer).toMatch(/^Sent by Parley\. /)
  expect(letter.paragraphs.length).toBeGreaterThan(0)
  expect(htmlPart(mails.page, letter)).not.toMatch(/\b(From|from) (Northlight|<)|Northlight|\{\{/)
})

const panel = {
  day: 'Monday, Nov 16, 2026',
  time: '3:30 PM – 4:30 PM',
  zone: 'your time, Berlin (CET, UTC+1)',
  other: { time: '9:30 AM for Dana', zone: 'in New York (EST, UTC-5)' },
}

test("both parts have the time, with the other side's time beside it and the calendar links below", () => {
  const text = mails.letters['session-invitation']
  const links = [
    { label: 'One calendar', url: 'https://one.example/?a=1&b=2' },
    { label: 'Another', url: 'https://two.example/' },
  ]
  const letter = composeLetter(text, values, { url, panel, links })
  const html = htmlPart(mails.page, letter)
  expect(textPart(letter)).toContain(
    'Monday, Nov 16, 2026\n3:30 PM – 4:30 PM\nyour time, Berlin (CET, UTC+1)\n9:30 AM for Dana in New York (EST, UTC-5)\n',
  )
  for (const words of [panel.day, panel.time, panel.zone, panel.other.time, panel.other.zone])
    expect(html.split(`>${words}<`)).toHaveLength(2)
  expect(html).toContain('href="https://one.example/?a=1&amp;b=2"')
  expect(html).toContain('>Another</a>')
  expect(textPart(letter)).toContain('One calendar:\nhttps://one.example/?a=1&b=2\n')
  expect(htmlPart(mails.page, composeLetter(text, values, { url }))).not.toMatch(
    /calendar:|your time|<a href="https:\/\/one/,
  )
  const alone = htmlPart(
    mails.page,
    composeLetter(text, values, { url, panel: { ...panel, other: undefined } }),
  )
  expect(alone).not.toContain('for Dana')
})

test('each of several appointments has its own button and link', () => {
  const urls = ['https://parley.example/join/a', 'https://parley.example/join/b']
  const appointments = urls.map((one, i) => ({ title: `Call ${i}`, panel, url: one }))
  const letter = composeLetter(mails.letters['login-client-sessions'], values, { appointments })
  const [text, html] = [textPart(letter), htmlPart(mails.page, letter)]
  for (const one of urls) {
    expect(text).toContain(`Join Call:\n${one}\n`)
    expect(html).toContain(`href="${one}"`)
  }
  expect(html).toContain('Call 1')
})

test("a person's name is escaped in the HTML part, and braces in it stay text", () => {
  const letter = letterOf('login', { first_name: '<i>{{footer}}</i> & "{username}"' })
  const html = htmlPart(mails.page, letter)
  expect(html).toContain('Hello &lt;i&gt;{{footer}}&lt;/i&gt; &amp; &quot;{username}&quot;,')
  expect(html).not.toContain('<i>')
  expect(textPart(letter)).toContain('Hello <i>{{footer}}</i> & "{username}",')
})

test('the HTML page of a mail loads nothing and is always light', () => {
  expect(mails.page).not.toMatch(/src=|url\(|@import|<link|<script|https?:\/\/(?!www\.w3\.org)/i)
  expect(mails.page).toContain('<meta name="color-scheme" content="light only"')
})

test('an unknown placeholder, or a button without a link, is an error', () => {
  const text = { ...mails.letters.login, subject: 'For {somebody}' }
  expect(() => composeLetter(text, values, { url })).toThrow('{somebody}')
  expect(() => composeLetter(mails.letters.login, values)).toThrow('a button and no link')
})
