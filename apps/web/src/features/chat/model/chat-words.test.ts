import { expect, test } from 'vitest'
import { emptyLog, withMessages, withUnsent } from './chat-log.ts'
import { groupsOf } from './chat-groups.ts'
import { fileText, newsText, progressText } from './chat-words.ts'
import { sampleMessage } from './sample-chat.ts'

const mb = 1024 * 1024

test('upload progress reads as sent of total, with the time left', () => {
  expect(progressText(61 * mb, 96 * mb, 22)).toBe('61 of 96 MB, 22 s left')
  expect(progressText(0, 96 * mb, undefined)).toBe('0 of 96 MB')
  expect(progressText(1 * mb, 96 * mb, 240)).toBe('1 of 96 MB, 4 min left')
  expect(progressText(10 * 1024, 40 * 1024, 1)).toBe('10 of 40 kB, 1 s left')
})

test('a file is described by its kind, known from its name, and its size', () => {
  expect(fileText('Thursday voice note.m4a', 2.1 * mb)).toBe('Audio, 2.1 MB')
  expect(fileText('Note to Ines.docx', 46 * 1024)).toBe('Word, 46 kB')
  expect(fileText('a.csv', 5)).toBe('CSV, 5 bytes')
  expect(fileText('a.b', 5)).toBe('5 bytes')
})

test('one new message is announced by its author, with its text if the chat is closed, and several by their number', () => {
  const one = sampleMessage({ number: 1, body: 'Found them.' })
  expect(newsText([one], true)).toBe('Message from Tomás Aguilar')
  expect(newsText([one], false)).toBe('Message from Tomás Aguilar: Found them.')
  const file = sampleMessage({ number: 2, body: '', type: 'media', media: { filename: 'a.pdf', size: 1 } })
  expect(newsText([file], false)).toBe('Message from Tomás Aguilar: a.pdf')
  expect(newsText([one, file], false)).toBe('2 new messages')
  expect(newsText([], true)).toBe('')
})

test('messages of one author within five minutes form a group, and unsent ones form their own groups with a mark', () => {
  const log = [
    sampleMessage({ number: 1 }),
    sampleMessage({ number: 2 }),
    sampleMessage({ number: 3, isOwn: true, isCoach: true, author: 'Dana Whitfield' }),
    sampleMessage({ number: 4 }),
    sampleMessage({ number: 5, dateCreated: '2026-11-16T16:40:00.000Z' }),
  ]
  const at = Date.parse('2026-11-16T16:41:00.000Z')
  const text = { kind: 'text', at, body: 'x' } as const
  let whole = withMessages(emptyLog, log)
  whole = withUnsent(whole, { ...text, clientId: 'a', state: 'sending' })
  whole = withUnsent(whole, { ...text, clientId: 'b', state: 'failed' })
  whole = withUnsent(whole, { ...text, clientId: 'c', state: 'failed' })
  whole = withUnsent(whole, { ...text, clientId: 'd', state: 'waiting' })
  expect(
    groupsOf(whole, { isCoach: true }).map(({ author, isCoach, mark, lines }) => [
      author,
      isCoach,
      mark,
      lines.length,
    ]),
  ).toEqual([
    ['Tomás Aguilar', false, undefined, 2],
    ['You', true, undefined, 1],
    ['Tomás Aguilar', false, undefined, 1],
    ['Tomás Aguilar', false, undefined, 1],
    ['You', true, 'Sending…', 1],
    ['You', true, 'Not sent', 2],
    ['You', true, 'Waiting for connection', 1],
  ])
})
