import { expect, test } from 'vitest'
import { proofs } from './proofs.ts'

/** The same run in every CI; `pnpm prove NAME --seed N` looks for what this one misses. */
const seed = 1

// Most of a proof is done by processes of its own: one after the other they would keep one core busy and the other waiting.
test.concurrent.each(Object.entries(proofs).filter(([, { isJourney }]) => !isJourney))(
  'the proof %s holds in its short form',
  { timeout: 120_000 },
  async (_name, { prove }) => {
    const figures = await prove({ size: 'short', seed, say: () => {} })
    expect(figures.length).toBeGreaterThan(0)
    expect(figures.filter(({ isGood }) => !isGood)).toEqual([])
  },
)
