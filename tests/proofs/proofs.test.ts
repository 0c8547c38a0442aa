import { expect, test } from 'vitest'
import type { Proof } from './proof.ts'
import { proofs } from './proofs.ts'

/** The same run in every CI; `pnpm prove NAME --seed N` looks for what this one misses. */
const seed = 1

const idsOf = ({ promises }: Proof): string => (promises ? ` [${promises.join(' ')}]` : '')

const short = Object.entries(proofs)
  .filter(([, { isNightly }]) => !isNightly)
  .map(([name, proof]) => [`${name} holds in its short form${idsOf(proof)}`, proof] as const)

/** What does not hold. */
async function badOf({ prove }: Proof) {
  const figures = await prove({ size: 'short', seed, say: () => {} })
  if (figures.length === 0) throw new Error('nothing was measured')
  return figures.filter(({ isGood }) => !isGood)
}
const timeout = 300_000

// Most of a proof is done by processes of its own: one after the other they would keep one core busy and the other waiting.
test.concurrent.each(short.filter(([, { isByTheClock }]) => !isByTheClock))(
  'the proof %s',
  { timeout },
  async (_title, proof) => {
    expect(await badOf(proof)).toEqual([])
  },
)

test.each(short.filter(([, { isByTheClock }]) => isByTheClock))(
  'the proof %s',
  { timeout },
  async (_title, proof) => {
    expect(await badOf(proof)).toEqual([])
  },
)
