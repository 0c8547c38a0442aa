import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import type { Proof } from '../tests/proofs/proof.ts'
import { readCommand, refuse, refuseUnknown } from './read-command.ts'

const { values, words } = readCommand({
  usage: 'pnpm prove [NAME] [--seed N] [--keep] [--only WHAT]',
  about: `Runs one long proof of the product in full, on real processes and engines. Without a name it lists the proofs.
The last line says PASS or FAIL, and the seed with which the proof makes the same choices again.`,
  hasWords: true,
  options: {
    seed: { type: 'string', value: 'N', about: 'makes the choices of an earlier run with this seed' },
    keep: { type: 'boolean', about: 'makes a large world once and uses it again in the next run' },
    only: {
      type: 'string',
      value: 'WHAT',
      about:
        'narrows a proof: mutants to grounds (a,b) or part of a path, removal to N rounds, hangs to engines (a,b)',
    },
    nightly: { type: 'boolean', about: 'lists the names of the proofs that .ci/nightly runs' },
  },
  examples: ['pnpm prove', 'pnpm prove booking-race --seed 7', 'pnpm prove mutants --only features/people'],
})
if (words.length > 1) refuse(`One proof at a time, not ${words.join(' and ')}.`)
if (values.seed !== undefined && !/^\d+$/.test(values.seed))
  refuse(`--seed must be a whole number, not '${values.seed}'.`)

const { proofs } = await import('../tests/proofs/proofs.ts')
const { ensureTemplate } = await import('../tests/support/database.ts')
const { up } = await import('./engines/engines.ts')

refuseUnknown('proof', words, Object.keys(proofs))
const [name = ''] = words
const proof = proofs[name]
if (values.nightly) for (const known of nightly()) console.log(known)
else if (proof === undefined) list()
// Call participants without a browser leave threads of LiveKit's native client behind, which never end.
else process.exit(await run(name, proof))

function nightly(): string[] {
  return Object.entries(proofs).flatMap(([known, { isNightly }]) => (isNightly ? [known] : []))
}

function list(): void {
  const width = Math.max(...Object.keys(proofs).map((known) => known.length))
  for (const [known, { about }] of Object.entries(proofs)) console.log(`${known.padEnd(width)}  ${about}`)
  console.log('\nRun one with `pnpm prove NAME`; `pnpm prove --help` lists the options.')
}

function seedFrom(given: string | undefined, proof: Proof): number {
  if (given === undefined && proof.isSeededByCommit)
    return Number.parseInt(execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }), 16)
  if (given === undefined) return randomInt(2 ** 32)
  return Number(given)
}

async function run(name: string, proof: Proof): Promise<number> {
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
    const figures = await proof.prove({ size: 'full', seed, say, keeps: values.keep === true, ...only })
    return figures.length > 0 && figures.every(({ isGood }) => isGood)
  } catch (error) {
    console.error(error)
    return false
  }
}
