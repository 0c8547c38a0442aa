import { expect, onTestFinished, test } from 'vitest'
import { givenWorld } from '../../../.storybook/world.ts'
import { errorReporter, maskSecrets } from './report-error.ts'

function reporting() {
  const sent: { message: string; stack?: string; path: string }[] = []
  const end = givenWorld({
    answers: {
      'POST /operations/web-errors': (_: URL, body: (typeof sent)[number]) => {
        sent.push(body)
        return {}
      },
    },
  })()
  onTestFinished(end)
  return { sent, report: errorReporter() }
}

test('an error is reported with its page, and with its text and stack cut to what the log takes', () => {
  const { sent, report } = reporting()
  const error = new Error('x'.repeat(3000))
  error.stack = 'y'.repeat(11_000)
  report(error)
  report('only words')
  expect(sent).toEqual([
    {
      message: 'x'.repeat(2000),
      stack: 'y'.repeat(10_000),
      path: location.pathname,
    },
    { message: 'only words', path: location.pathname },
  ])
})

test.each([
  'ResizeObserver loop completed with undelivered notifications.',
  'ResizeObserver loop limit exceeded',
])('%s is no error: nothing is reported, and five errors still are', (words) => {
  const { sent, report } = reporting()
  for (let i = 0; i < 6; i += 1) report(words)
  report('an error')
  expect(sent.map(({ message }) => message)).toEqual(['an error'])
})

test('a page that keeps failing reports only its first five errors', () => {
  const { sent, report } = reporting()
  for (let i = 1; i <= 7; i += 1) report(`error ${i}`)
  expect(sent.map(({ message }) => message)).toEqual(['error 1', 'error 2', 'error 3', 'error 4', 'error 5'])
})

test.each([
  ['at https://parley.example/set-password/s3cr-et_1?x=1', 'at https://parley.example/set-password/***?x=1'],
  ['/confirm-email/s3cr-et_1', '/confirm-email/***'],
  ['"/join/abc.def" failed', '"/join/***" failed'],
  [
    'wss://parley.example/rtc?access_token=eyJh.b.c&auto=1',
    'wss://parley.example/rtc?access_token=***&auto=1',
  ],
  ['Authorization: Bearer abc+/=def', 'Authorization: Bearer ***'],
  ['/join/a and /join/b', '/join/*** and /join/***'],
])('secrets are masked in: %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked)
})

test("the address of a session's join page has no secret and is not masked", () => {
  expect(maskSecrets('/session/42/join?x=1')).toBe('/session/42/join?x=1')
})
