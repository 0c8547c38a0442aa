import { expect, test } from 'vitest'
import { isSharingDeclined, sharingTrouble } from './is-sharing-declined.ts'

test('closing the browser’s window without a choice is an answer; anything else is an error', () => {
  expect(isSharingDeclined(new DOMException('', 'AbortError'))).toBe(true)
  expect(isSharingDeclined(new DOMException('Permission denied', 'NotAllowedError'))).toBe(true)
  expect(isSharingDeclined(new DOMException('', 'NotReadableError'))).toBe(false)
  expect(isSharingDeclined('AbortError')).toBe(false)
})

test('a share that the computer denies is no answer, and its person is told what to do [CALL-47]', () => {
  const denied = new DOMException('Permission denied by system', 'NotAllowedError')
  expect(isSharingDeclined(denied)).toBe(false)
  expect(sharingTrouble(denied)).toBe(
    'Your computer blocks it. Open its privacy settings, allow this browser to record the screen, then try again.',
  )
  expect(sharingTrouble(new DOMException('Could not start', 'NotReadableError'))).toBe(
    'The browser says: Could not start',
  )
})
