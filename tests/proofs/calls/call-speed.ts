import { buildWebIfStale } from '../../../scripts/web-build.ts'
import { proveCost } from './call-cost.ts'
import { proveFirstPicture } from './call-first-picture.ts'
import { openCallWorld } from './call-world.ts'
import { openFigures, type ProofOptions } from '../proof.ts'

export const about =
  "The first picture comes hardly later after 'Join Session' than with the media server's bare client, and each further call costs hardly more processor time than on the bare media server."

/** Its short form measures no speed. */
export const isNightly = true

const sizes = {
  // 80 calls and their people would overload two processors.
  full: { calls: [2, 5, 10, 20], rounds: 3, roundMs: 30_000, joins: 300 },
  short: { calls: [1], rounds: 1, roundMs: 1000, joins: 4 },
}
const presses = 20

export async function prove({ size, say }: ProofOptions) {
  const figures = openFigures(say)
  const isTimed = size === 'full'
  // Build before the API starts, because it looks for the build only then.
  if (isTimed) buildWebIfStale()
  await using world = await openCallWorld()
  await proveCost(world, figures, { ...sizes[size], isTimed, say })
  if (!isTimed) return figures.all
  await proveFirstPicture(world, figures, { rounds: presses, say })
  return figures.all
}
