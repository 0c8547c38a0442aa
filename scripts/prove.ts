/** `pnpm prove`: runs a long proof of the product in full, on real processes and engines. */
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { proofs } from '../tests/proofs/proofs.ts'
import type { Proof } from '../tests/proofs/proof.ts'
import { ensureTemplate } from '../tests/support/database.ts'
import { up } from './engines/engines.ts'

const usage =
  'pnpm prove NAME [--seed N] [--keep] [--only PATH] runs one in full. The same seed makes the same choices; with --keep a large world is made once and used again; --only takes these grounds, or the files with that in their path (mutants), or so many rounds (removal), or the engines of these names (hangs). pnpm prove --nightly names those that .ci/nightly gives.'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    keep: { type: 'boolean', default: false },
    only: { type: 'string' },
    nightly: { type: 'boolean', default: false },
  },
})
const [name] = positionals
if (values.nightly) for (const known of nightly()) console.log(known)
else if (name === undefined) list()
// Call participants without a browser leave threads of LiveKit's native client behind, which never end.
else process.exit(await run(name))

function nightly(): string[] {
  return Object.entries(proofs).flatMap(([known, { isNightly }]) => (isNightly ? [known] : []))
}

function list(): void {
  const width = Math.max(...Object.keys(proofs).map((known) => known.length))
  for (const [known, { about }] of Object.entries(proofs)) console.log(`${known.padEnd(width)}  ${about}`)
  console.log(`\n${usage}`)
}

function seedFrom(given: string | undefined, proof: Proof): number {
  if (given === undefined && proof.isSeededByCommit)
    return Number.parseInt(execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }), 16)
  if (given === undefined) return randomInt(2 ** 32)
  if (!/^\d+$/.test(given)) throw new Error(`--seed is a whole number, not "${given}".`)
  return Number(given)
}

async function run(name: string): Promise<number> {
  const proof = proofs[name]
  if (!proof) {
    console.error(`There is no proof "${name}"; there are ${Object.keys(proofs).join(', ')}.`)
    return 2
  }
  const seed = seedFrom(values.seed, proof)
  console.log(`${name}, seed ${seed}\n${proof.about}\n`)
  await up()
  await ensureTemplate()
  const since = performance.now()
  const isProved = await prove(proof, seed)
  console.log(
    `\n${isProved ? 'PASS' : 'FAIL'} ${name} in ${((performance.now() - since) / 1000).toFixed(1)} s, seed ${seed}`,
  )
  return isProved ? 0 : 1
}

/** A proof that throws has failed. */
async function prove(proof: Proof, seed: number): Promise<boolean> {
  try {
    const only = values.only === undefined ? {} : { only: values.only }
    const say = (line: string) => console.log(line)
    const figures = await proof.prove({ size: 'full', seed, say, keeps: values.keep, ...only })
    return figures.length > 0 && figures.every(({ isGood }) => isGood)
  } catch (error) {
    console.error(error)
    return false
  }
}
