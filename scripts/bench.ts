/** `pnpm bench [NAME …]`: a line per measurement, beside its bare reference if there is one. Exits with 1 on a miss. */
import type { Line } from '../tests/bench/measurement.ts'
import { measurements } from '../tests/bench/measurements.ts'
import { ensureTemplate } from '../tests/support/database.ts'
import { up } from './engines/engines.ts'

const columns: [string, (line: Line) => string][] = [
  ['name', ({ name }) => name],
  ['ours', ({ ours }) => ours],
  ['bare', ({ bare }) => bare ?? '–'],
  ['ratio', ({ ratio }) => ratio ?? '–'],
  ['limit', ({ limit }) => limit],
  ['', ({ isGood }) => (isGood ? 'pass' : 'FAIL')],
]

process.chdir(`${import.meta.dirname}/..`)
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !measurements[name])
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(', ')}. There are:`)
  for (const [name, { about }] of Object.entries(measurements)) console.error(`  ${name}: ${about}`)
  process.exitCode = 2
} else process.exitCode = await run(asked.length > 0 ? asked : Object.keys(measurements))

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
