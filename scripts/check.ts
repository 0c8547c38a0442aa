import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { checkHouseRules } from './check/house-rules.ts'
import { checkImportDirection } from './check/import-direction.ts'
import { checkLinearPatterns } from './check/linear-patterns.ts'
import { readCommand } from './read-command.ts'

interface Step {
  name: string
  /** The findings, or undefined if there are none. */
  findings: () => Promise<string | undefined>
}

readCommand({
  usage: 'pnpm check',
  about: `Checks everything that can be checked without running the product: lint, types, linear patterns, unused code, format,
generated files, import direction and house rules. Every finding is an error. Takes about a minute.
To see whether the generated files are current, it starts PostgreSQL and leaves it running.`,
  examples: [
    'pnpm check',
    'pnpm format     mends what the format step found',
    'pnpm generate   writes stale files anew',
  ],
})
process.chdir(`${import.meta.dirname}/..`)

// The slow steps come first, so that the quick ones fill the second lane.
const steps: Step[] = [
  command('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  command('types', 'tsc', '--noEmit', '-p', 'tsconfig.json'),
  ...ifExists('apps/web/tsconfig.json', (path) => command('types of the web', 'tsc', '--noEmit', '-p', path)),
  command('types of the practice scene', 'tsc', '--noEmit', '-p', 'apps/practice/tsconfig.json'),
  rule('linear patterns', () => checkLinearPatterns('.', repositoryFiles())),
  command('unused code', 'knip'),
  command('format', 'oxfmt', '--check'),
  ...ifExists('scripts/generate.ts', (path) => command('generated files', 'node', path, '--check')),
  rule('import direction', () => checkImportDirection('.')),
  rule('house rules', () => checkHouseRules('.', repositoryFiles())),
]

const lanes = 2 // More lanes would only share the two cores of a small machine.
const waiting = [...steps]
const failed: string[] = []
await Promise.all(Array.from({ length: lanes }, runLane))
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`)
if (failed.includes('format')) console.log('`pnpm format` formats the code.')
process.exitCode = failed.length === 0 ? 0 : 1

async function runLane() {
  for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step)
}

async function runStep({ name, findings }: Step) {
  const since = performance.now()
  const found = await findings()
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  console.log(`${found === undefined ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (found === undefined) return
  failed.push(name)
  console.log(found.trimEnd() + '\n')
}

function command(name: string, program: string, ...args: string[]): Step {
  const file = program === 'node' ? process.execPath : `node_modules/.bin/${program}`
  return {
    name,
    findings: () =>
      new Promise((resolve) => {
        execFile(file, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
          resolve(error ? stdout + stderr || error.message : undefined),
        )
      }),
  }
}

/** A check that throws counts as failed, and the others still run. */
function rule(name: string, check: () => string[] | Promise<string[]>): Step {
  return {
    name,
    findings: async () => {
      try {
        const problems = await check()
        return problems.length > 0 ? problems.join('\n') : undefined
      } catch (error) {
        return String(error)
      }
    },
  }
}

function ifExists(path: string, step: (path: string) => Step): Step[] {
  return existsSync(path) ? [step(path)] : []
}

/** Tracked files and new ones that are not ignored, so that violations show up before they are committed. */
function repositoryFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  })
  return output.split('\0').filter((path) => path !== '' && existsSync(path))
}
