import { expect, test } from 'vitest'
import { emptyMarkup } from './trusted-types.ts'

test('an empty text may become markup, and nothing else', () => {
  expect(emptyMarkup('')).toBe('')
  for (const text of [' ', '<b>', 'words']) expect(() => emptyMarkup(text)).toThrow(TypeError)
})
