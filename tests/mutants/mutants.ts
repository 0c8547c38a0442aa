import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fatesOf } from './fates.ts'
import { callRoomOf, grounds, type Ground } from './ground.ts'
import { mistakesIn, type Mistake } from './mistakes.ts'
import { namedMistakes, placed } from './named.ts'
import { survivorsWithReason } from './survivors.ts'
import { openFigures, type Figure, type Figures, type ProofOptions } from '../proofs/proof.ts'

/** The commit is the seed, so nobody can choose a favourable one. */
export const isSeededByCommit = true

export const about =
  'Mistakes planted one at a time in the contract, in the code that decides rights and in the web are noticed by the tests that touch them.'

/** Its short form plants only ten mistakes, in files whose tests notice all of them. */
export const isNightly = true

/** The short form plants a few mistakes in rules that have tests next to them. */
const shortFiles = [
  'packages/contract/src/rules/sessions/phases.ts',
  'packages/contract/src/rules/people/levels.ts',
]
const shortCount = 10

export async function prove({ size, seed, say, only }: ProofOptions): Promise<Figure[]> {
  const figures = openFigures(say)
  const chosen = size === 'short' ? [shortGround()] : narrowed(grounds(), only)
  if (size === 'full' && (only === undefined || only === 'named')) await proveNamed(figures, say)
  if (only === 'named') return figures.all
  const planted: Planted = { killed: [], all: [] }
  for (const ground of chosen) {
    const { killed, all, excused, red } = await plantAll(ground, pick(ground, seed), say)
    planted.killed.push(...killed)
    planted.all.push(...all)
    if (all.length > 0)
      figures.atLeast(
        `${ground.name}: ${killed.length} of ${all.length} killed, ${excused} more cannot be noticed`,
        percent({ killed, all }),
        leastOf[ground.name] ?? 90,
        ' %',
      )
    figures.exactly(`${ground.name}: tests that fail without a mistake`, red, 0)
  }
  for (const [room, all] of Map.groupBy(planted.all, ({ path }) => callRoomOf(path))) {
    if (room === undefined || all.length < roomEnough) continue
    const killed = planted.killed.filter(({ path }) => callRoomOf(path) === room)
    figures.atLeast(
      `calls/${room}: ${killed.length} of ${all.length} killed`,
      percent({ killed, all }),
      roomLeast,
      ' %',
    )
  }
  figures.atLeast('all: killed', percent(planted), 90, ' %')
  if (size === 'full' && !only) figures.atLeast('mistakes planted', planted.all.length, 500)
  return figures.all
}

/** Plants every named mistake, which no test noticed at first. */
async function proveNamed(figures: Figures, say: ProofOptions['say']): Promise<void> {
  let killed = 0
  for (const where of ['node', 'engines', 'browser'] as const) {
    const here = namedMistakes.filter((one) => one.where === where)
    const [red] = await redAmong(where, [...new Set(here.map(({ test }) => test))])
    if (red) throw new Error(`${red[0]} fails without a mistake: ${red[1]}`)
    const jobs = here.map((one) => ({ mistake: placed(one), tests: [one.test] }))
    let at = 0
    for await (const { fate, by } of fatesOf({ where, jobs })) {
      if (fate === 'killed') killed += 1
      say(`  ${fate.padEnd(8)}  ${here[at]?.name}${by === undefined ? '' : `: ${by}`}`)
      at += 1
    }
  }
  figures.exactly('mistakes that a review named: killed', killed, namedMistakes.length)
}

/** The percentage of mistakes that must be noticed. Where money is calculated, almost none may survive. */
const leastOf: Partial<Record<Ground['name'], number>> = {
  views: 85,
  'call views': 85,
  calculator: 95,
  billing: 95,
}
/** The percentage that each folder of the call must reach, if at least `roomEnough` mistakes were planted in it. */
const roomLeast = 85
const roomEnough = 8

interface Planted {
  killed: Mistake[]
  all: Mistake[]
}

const percent = ({ killed, all }: Planted) => (all.length === 0 ? 0 : (100 * killed.length) / all.length)

function shortGround(): Ground {
  const [contract] = grounds()
  if (!contract) throw new Error('the contract is the first ground')
  const testsOf = (file: string) => contract.testsOf(file).slice(0, 2)
  return { ...contract, files: shortFiles, wanted: shortCount, testsOf }
}

/** Takes the grounds of these names, such as `server,rights`, or else the files with `only` in their path. */
function narrowed(all: Ground[], only: string | undefined): Ground[] {
  if (only === undefined) return all
  const named = all.filter(({ name }) => only.split(',').includes(name))
  if (named.length > 0) return named
  return all
    .map((ground) => ({ ...ground, files: ground.files.filter((path) => path.includes(only)) }))
    .filter(({ files }) => files.length > 0)
}

/** Picks as many mistakes as wanted by the seed; files with more possible mistakes get more. */
function pick({ files, wanted }: Ground, seed: number): Mistake[] {
  const all = files.flatMap((path) => mistakesIn(path, readFileSync(path, 'utf8')))
  const seen = new Map<string, number>()
  return all
    .map((mistake) => {
      // Hash the content, not the position, so that a change in one file does not affect the choice in others.
      const name = `${mistake.path} ${mistake.about}`
      const nth = seen.get(name) ?? 0
      seen.set(name, nth + 1)
      return { mistake, place: scattered(`${seed} ${nth} ${name}`) }
    })
    .toSorted((a, b) => a.place - b.place)
    .slice(0, wanted)
    .map(({ mistake }) => mistake)
    .toSorted((a, b) => a.path.localeCompare(b.path) || a.start - b.start)
}

/** A pseudo-random number that is always the same for the same name. */
const scattered = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE()

async function plantAll(ground: Ground, mistakes: Mistake[], say: ProofOptions['say']) {
  say(
    `${ground.name}: ${mistakes.length} mistakes in ${new Set(mistakes.map(({ path }) => path)).size} files`,
  )
  const first = await tryAll(ground, mistakes, say)
  const second = ground.also && (await tryAll(ground.also, first.survived, say))
  const survived = second?.survived ?? first.survived
  const excused = new Set(survived.filter((mistake) => reasonFor(mistake) !== undefined))
  const counted = mistakes.filter((mistake) => !excused.has(mistake))
  const killed = counted.filter((mistake) => !survived.includes(mistake))
  return { killed, all: counted, excused: excused.size, red: first.red + (second?.red ?? 0) }
}

/** Plants each mistake and runs the tests of its file; `red` counts the tests that fail without a mistake. */
async function tryAll(
  { where, testsOf }: Pick<Ground, 'where' | 'testsOf'>,
  mistakes: Mistake[],
  say: ProofOptions['say'],
) {
  const survived: Mistake[] = []
  const red = new Map<string, string>()
  let open = mistakes.map((mistake) => ({ mistake, tests: testsOf(mistake.path) }))
  while (open.length > 0) {
    const killed: { job: (typeof open)[number]; by: string; file: string | undefined }[] = []
    let done = 0
    for await (const { fate, by, file } of fatesOf({ where, jobs: open })) {
      const job = open[done]
      done += 1
      if (!job) continue
      if (fate === 'killed') killed.push({ job, by: by ?? '', file })
      else survived.push(job.mistake)
      tell(fate, job.mistake, by ?? reasonFor(job.mistake) ?? `every test passed: ${where}`)
    }
    // A test that fails without a mistake has noticed nothing: its mistakes are tried again without it.
    const found = await redAmong(where, [...new Set(killed.flatMap(({ file }) => file ?? []))])
    for (const [test, why] of found) {
      say(`  left out  ${test} fails without a mistake: ${why}`)
      red.set(test, why)
    }
    open = killed
      .filter(({ file }) => file !== undefined && found.has(file))
      .map(({ job: { mistake, tests } }) => ({ mistake, tests: tests.filter((test) => !red.has(test)) }))
  }
  return { survived, red: red.size }

  function tell(fate: string, mistake: Mistake, why: string) {
    say(`  ${fate.padEnd(8)}  ${mistake.path}:${mistake.line} ${mistake.kind}: ${mistake.about} (${why})`)
  }
}

/** Also compares the line: the same operator may be changed in many places of a file. */
function reasonFor({ path, line, about }: Mistake): string | undefined {
  const [text = ''] = readFileSync(path, 'utf8')
    .split('\n')
    .slice(line - 1)
  return survivorsWithReason.find((one) => one.path === path && one.about === about && one.at === text.trim())
    ?.reason
}

/** How many test files run together before any mistake is planted. */
const atOnce = 8

/**
 * Tests that fail without a mistake, each with its error: they would seem to notice every mistake. A test may time out on a
 * busy machine, so each gets a second try.
 */
async function redAmong(where: Ground['where'], tests: string[]): Promise<Map<string, string>> {
  const groups = Array.from({ length: Math.ceil(tests.length / atOnce) }, (_, i) =>
    tests.slice(i * atOnce, (i + 1) * atOnce),
  )
  const inDoubt: string[] = []
  let at = 0
  for await (const { fate } of fatesOf({ where, jobs: groups.map((group) => ({ tests: group })) })) {
    if (fate !== 'survived') inDoubt.push(...(groups[at] ?? []))
    at += 1
  }
  const red = new Map<string, string>()
  at = 0
  for await (const { by } of fatesOf({ where, jobs: inDoubt.map((test) => ({ tests: [test] })) })) {
    if (by !== undefined) red.set(inDoubt[at] ?? '', by)
    at += 1
  }
  return red
}
