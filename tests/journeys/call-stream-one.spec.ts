import { prove } from '../proofs/stream-one-viewer.ts'
import { expect, test } from '../support/journey.ts'

test('where an instance takes one browser, whoever has control is connected and passes the picture on, and a hand-over is a new connection [STREAM-35 STREAM-36]', async () => {
  test.slow()
  const figures = await prove({ size: 'short', seed: 1, say: () => {} })
  expect(figures.length).toBeGreaterThan(0)
  expect(figures.filter(({ isGood }) => !isGood)).toEqual([])
})
