import { expect, test } from 'vitest'
import { failureWords } from './failure-words.ts'

const answered = (status: number) => Object.assign(new Error('x'), { status })

test('a failed load says what to do, and never to refresh the page while there is no network', () => {
  const offline = {
    title: 'No connection',
    text: "Can't reach Parley. Check your connection and try again.",
    isPassing: true,
  }
  expect(failureWords(answered(0), true)).toEqual(offline)
  expect(failureWords(new Error('a part of the page did not come'), false)).toEqual(offline)
  expect(failureWords(answered(503), true)).toEqual({
    title: 'Something went wrong',
    text: "Parley couldn't answer. Please try again in a moment.",
    isPassing: false,
  })
  const broken = { title: 'Something went wrong', text: 'Please refresh the page.', isPassing: false }
  expect(failureWords(new Error('broken while drawn'), true)).toEqual(broken)
  expect(failureWords(answered(404), true)).toEqual(broken)
})
