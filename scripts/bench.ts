import type { Line } from '../tests/bench/measurement.ts'
import { readCommand, refuseUnknown } from './read-command.ts'

const { values, words } = readCommand({
  usage: 'pnpm bench [NAME …]',
  about: `Measures the product in figures: size, speed and cost. Each line shows ours, the bare engine's figure where there is
one, and the limit. Without a name it takes every measurement, which needs an idle machine. Exits with 1 on a miss.`,
  hasWords: true,
  options: { list: { type: 'boolean', about: 'lists the measurements and starts nothing' } },
  examples: ['pnpm bench --list', 'pnpm bench entry-size'],
})
const { measurements } = await import('../tests/bench/measurements.ts')
const { ensureTemplate } = await import('../tests/support/database.ts')
const { up } = await import('./engines/engines.ts')

const columns: [string, (line: Line) => string][] = [
  ['name', ({ name }) => name],
  ['ours', ({ ours }) => ours],
  ['bare', ({ bare }) => bare ?? '–'],
  ['ratio', ({ ratio }) => ratio ?? '–'],
  ['limit', ({ limit }) => limit],
  ['', ({ isGood }) => (isGood ? 'pass' : 'FAIL')],
]

process.chdir(`${import.meta.dirname}/..`)
const names = Object.keys(measurements)
refuseUnknown('measurement', words, names)
if (values.list) for (const name of names) console.log(`${name}: ${measurements[name]?.about}`)
else process.exitCode = await run(words.length > 0 ? words : names)

async function run(names: readonly string[]): Promise<number> {
  await up()
  await ensureTemplate()
  const lines: Line[] = []
  // One at a time: two at once would disturb each other.
  for (const name of names) {
    const measured = await measurements[name]?.measure({ size: 'full', say: (line) => console.log(line) })
    lines.push(...(measured ?? []))
  }
  const widths = columns.map(([title, cell]) =>
    Math.max(title.length, ...lines.map((line) => cell(line).length)),
  )
  const row = (cells: string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  console.log(`\n${row(columns.map(([title]) => title))}`)
  for (const line of lines) console.log(row(columns.map(([, cell]) => cell(line))))
  return lines.every(({ isGood }) => isGood) ? 0 : 1
}
