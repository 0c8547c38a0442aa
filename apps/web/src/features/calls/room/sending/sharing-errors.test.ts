import { expect, test } from 'vitest'
import { isSharingDeclined, sharingTrouble } from './sharing-errors.ts'

test("closing the browser's share dialog without a choice is no error, and anything else is", () => {
  expect(isSharingDeclined(new DOMException('', 'AbortError'))).toBe(true)
  expect(isSharingDeclined(new DOMException('Permission denied', 'NotAllowedError'))).toBe(true)
  expect(isSharingDeclined(new DOMException('', 'NotReadableError'))).toBe(false)
  expect(isSharingDeclined('AbortError')).toBe(false)
})

test('a share blocked by the operating system is an error that tells the person what to do [CALL-47]', () => {
  const denied = new DOMException('Permission denied by system', 'NotAllowedError')
  expect(isSharingDeclined(denied)).toBe(false)
  expect(sharingTrouble(denied)).toBe(
    'Your computer blocks it. Open its privacy settings, allow this browser to record the screen, then try again.',
  )
  expect(sharingTrouble(new DOMException('Could not start', 'NotReadableError'))).toBe(
    'The browser says: Could not start',
  )
})

test.each([
  [new DOMException('', 'NotFoundError'), 'The browser found nothing to share.'],
  ['no error at all', 'Try again, or choose another window.'],
])('a share that fails otherwise is explained: %s', (error, text) => {
  expect(sharingTrouble(error)).toBe(text)
})
