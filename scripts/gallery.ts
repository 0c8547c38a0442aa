import { spawnSync } from 'node:child_process'
import { readCommand } from './read-command.ts'

readCommand({
  usage: 'pnpm gallery',
  about: `Shows the gallery of views at http://127.0.0.1:6006: every view of the web in each of its states, without engines.
Ctrl+C ends it.`,
  examples: ['pnpm gallery', 'pnpm test --unit stories   runs the tests of all views'],
})
const { status } = spawnSync('pnpm', ['--filter', '@parley/web', 'gallery'], { stdio: 'inherit' })
process.exitCode = status ?? 1
