import { expect, test } from 'vitest'
import { sizeText } from './amount-text.ts'

const mb = 1024 * 1024

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [46 * 1024, '46 kB'],
  [mb - 1, '1 MB'],
  [2.13 * mb, '2.1 MB'],
  [3 * mb, '3 MB'],
  [9.96 * mb, '10 MB'],
  [150 * mb, '150 MB'],
])('%s bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
