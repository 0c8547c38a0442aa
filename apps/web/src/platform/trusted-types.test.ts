import { expect, test } from 'vitest'
import { emptyMarkup } from './trusted-types.ts'

test('only an empty text may become markup', () => {
  expect(emptyMarkup('')).toBe('')
  for (const text of [' ', '<b>', 'words']) expect(() => emptyMarkup(text)).toThrow(TypeError)
})
