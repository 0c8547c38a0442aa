import { prove } from '../proofs/stream/stream-one-viewer.ts'
import { expect, test } from '../support/journeys/journey.ts'

test('when an instance takes only one browser, the person in control connects and relays the picture, and a hand-over makes a new connection [STREAM-35 STREAM-36]', async () => {
  test.slow()
  const figures = await prove({ size: 'short', seed: 1, say: () => {} })
  expect(figures.length).toBeGreaterThan(0)
  expect(figures.filter(({ isGood }) => !isGood)).toEqual([])
})
