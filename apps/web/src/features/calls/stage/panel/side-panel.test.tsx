import { expect, test } from 'vitest'
import { badgeText } from './side-panel.tsx'

test.each([
  [1, '1'],
  [9, '9'],
  [10, '9+'],
  [250, '9+'],
])('%i unread messages show as %s', (count, text) => {
  expect(badgeText(count)).toBe(text)
})
