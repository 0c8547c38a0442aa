/** `pnpm prove`: the long proofs of the product, each run in full on real processes and engines. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { proofs } from '../tests/proofs/proofs.ts'
import type { Proof } from '../tests/proofs/proof.ts'
import { ensureTemplate } from '../tests/support/database.ts'
import { up } from './engines/engines.ts'

const usage =
  'pnpm prove NAME [--seed N] [--keep] [--only PATH] runs one in full. The same seed makes the same choices; with --keep a large world is made once and used again; --only takes the files with that in their path (mutants).'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, keep: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const [name] = positionals
if (name === undefined) list()
// People without a browser leave threads of the media server's client behind, which never end.
else process.exit(await run(name, seedFrom(values.seed)))

function list(): void {
  const width = Math.max(...Object.keys(proofs).map((known) => known.length))
  for (const [known, { about }] of Object.entries(proofs)) console.log(`${known.padEnd(width)}  ${about}`)
  console.log(`\n${usage}`)
}

function seedFrom(given: string | undefined): number {
  if (given === undefined) return randomInt(2 ** 32)
  if (!/^\d+$/.test(given)) throw new Error(`--seed is a whole number, not "${given}".`)
  return Number(given)
}

async function run(name: string, seed: number): Promise<number> {
  const proof = proofs[name]
  if (!proof) {
    console.error(`There is no proof "${name}"; there are ${Object.keys(proofs).join(', ')}.`)
    return 2
  }
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

/** A proof that breaks off has not been given. */
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
