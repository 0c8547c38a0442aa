import { expect, test } from 'vitest'
import { newsText } from './news-words.ts'
import { sampleMessage } from './sample-chat.ts'

test('one message is told by its author, with its words where the chat is closed; several by their number', () => {
  const one = sampleMessage({ number: 1, body: 'Found them.' })
  expect(newsText([one], true)).toBe('Message from Tomás Aguilar')
  expect(newsText([one], false)).toBe('Message from Tomás Aguilar: Found them.')
  const file = sampleMessage({ number: 2, body: '', type: 'media', media: { filename: 'a.pdf', size: 1 } })
  expect(newsText([file], false)).toBe('Message from Tomás Aguilar: a.pdf')
  expect(newsText([one, file], false)).toBe('2 new messages')
  expect(newsText([], true)).toBe('')
})
