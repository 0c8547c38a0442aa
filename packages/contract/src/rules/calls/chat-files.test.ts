import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { belongsTo, endingOf, familyByName, harmlessName } from './chat-files.ts'

test.each([
  ['Outline, hard feedback.pdf', 'Outline, hard feedback.pdf'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\Users\\me\\Notes.docx', 'Notes.docx'],
  ['<img src=x onerror=alert(1)>.png', '_img src=x onerror=alert(1)_.png'],
  ['a\r\nSet-Cookie: x.txt', 'a__Set-Cookie_ x.txt'],
  ['photo\u202egnp.exe', 'photo_gnp.exe'],
  ['.htaccess', 'file.htaccess'],
  ['  report . ', 'report'],
  ['', 'file'],
  ['..', 'file'],
  ['Zoë – 日本.PNG', 'Zoë – 日本.png'],
])('the file name %j becomes %j', (given, expected) => {
  expect(harmlessName(given)).toBe(expected)
})

test('the cleaned name of any file has no path, no markup and no invisible characters, and keeps its extension', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('pdf', 'txt', 'key'),
      (given, ending) => {
        const name = harmlessName(`${given}.${ending}`)
        expect(name).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}<>"/\\|?*]+$/u)
        expect(endingOf(name)).toBe(ending)
        expect(name.length).toBeLessThanOrEqual(131)
      },
    ),
  )
})

test.each(['. ', 'a. ', ' ', '.', '/', '\u202e', 'a'])(
  '[CHAT-18] a name of 200,000 times %j is cleaned in less than a second of processor time',
  (row) => {
    const before = process.cpuUsage()
    expect(harmlessName(row.repeat(200_000)).length).toBeLessThanOrEqual(131)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
  },
)

test('a file extension belongs to one family only', () => {
  expect(belongsTo('a.PDF', ['pdf'])).toBe(true)
  expect(belongsTo('a.pdf', ['word', 'text'])).toBe(false)
  expect(belongsTo('a.csv', ['text'])).toBe(true)
  expect(belongsTo('a.exe', ['audio', 'image', 'text', 'video', 'word', 'pdf', 'ppt', 'key', 'svg'])).toBe(
    false,
  )
  expect(belongsTo('pdf', ['pdf'])).toBe(false)
  expect([familyByName('a.m4a'), familyByName('a.jpeg'), familyByName('a.b')]).toEqual([
    'audio',
    'image',
    undefined,
  ])
})
