import { spawnSync } from 'node:child_process'
import { readCommand } from './read-command.ts'

const { values, words } = readCommand({
  usage: 'pnpm format [PATH …] [--check]',
  about: 'Formats the code with oxfmt: the files or folders of these paths, or else everything.',
  hasWords: true,
  options: {
    check: { type: 'boolean', about: 'changes nothing, and lists the files that are not formatted' },
  },
  examples: ['pnpm format', 'pnpm format scripts apps/web/src/app.tsx'],
})
const root = `${import.meta.dirname}/..`
const args = [...(values.check ? ['--check'] : []), '--', ...words]
const { status } = spawnSync(`${root}/node_modules/.bin/oxfmt`, args, { stdio: 'inherit' })
process.exitCode = status ?? 1
