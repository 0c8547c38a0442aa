import { expect, test } from 'vitest'
import { isSharingDeclined } from './is-sharing-declined.ts'

test('choosing nothing and not being allowed are answers; anything else is an error', () => {
  expect(isSharingDeclined(new DOMException('', 'AbortError'))).toBe(true)
  expect(isSharingDeclined(new DOMException('', 'NotAllowedError'))).toBe(true)
  expect(isSharingDeclined(new DOMException('', 'NotReadableError'))).toBe(false)
  expect(isSharingDeclined('AbortError')).toBe(false)
})
