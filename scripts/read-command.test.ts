import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const commands = Object.entries({ ...scripts, setup: 'scripts/setup' })

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'parley-commands-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts the command as it is: an engine would leave its files in the folder. */
const start = (command: string, ...words: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string; hasEngines: boolean }>((resolve) => {
    const [program = '', ...args] = command.split(' ')
    const file = program === 'node' ? process.execPath : program
    const engines = mkdtempSync(join(folder, 'state-'))
    const state = join(engines, 'state')
    const env = { ...process.env, PARLEY_ENGINES_STATE: state }
    const child = execFile(file, [...args, ...words], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr, hasEngines: existsSync(state) }),
    )
  })

describe.concurrent('every command of package.json', () => {
  for (const [name, command] of commands) {
    test(`${name} --help says what it does, its options and an example, and starts no engine`, async ({
      expect,
    }) => {
      const { code, stdout, stderr, hasEngines } = await start(command, '--help')
      expect({ code, stderr, hasEngines }).toEqual({ code: 0, stderr: '', hasEngines: false })
      const title = command.startsWith('node ') ? `pnpm ${name}` : command
      const [usage = '', about = ''] = stdout.split('\n\n')
      expect(usage).toContain(title)
      expect(about).toMatch(/^[A-Z].*\.$/s)
      expect(stdout).toMatch(/\nOptions:\n(?: {2}.*\n)* {2}-h, --help {2}/)
      expect(stdout).toMatch(/\nExamples:\n {2}\S/)
      expect(stdout.split('\n').filter((line) => line.length > 125)).toEqual([])
    })

    test(`${name} with a mistyped option answers one line that names the options, and exits with 2`, async ({
      expect,
    }) => {
      const { code, stdout, stderr, hasEngines } = await start(command, '--hepl')
      expect({ code, stdout, hasEngines }).toEqual({ code: 2, stdout: '', hasEngines: false })
      expect(stderr).toMatch(/^Unknown option '--hepl'\. Possible: (?:--[\w-]+, )*--help\.\n$/)
    })
  }
})

test.each([
  ["new Refusal('Port 1 of redis is held.')", 'Port 1 of redis is held.\n'],
  ["Promise.reject(new Refusal('Port 1 of redis is held.'))", 'Port 1 of redis is held.\n'],
  ["new TypeError('no rows')", expect.stringMatching(/^TypeError: no rows\n {4}at /)],
])('a command that throws %s ends with 1 and prints %s', async (thrown, printed) => {
  const code = `const { readCommand, Refusal } = await import('./scripts/read-command.ts')
    readCommand({ usage: 'pnpm try', about: 'Tries.', examples: [] })
    throw await ${thrown}`
  const file = join(folder, 'throws.mjs')
  writeFileSync(file, code.replace('./scripts/', `${process.cwd()}/scripts/`))
  const { stderr, ...ended } = await start(`node ${file}`)
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(stderr).toEqual(printed)
})

test.each(['engines upp', 'engines up pg', 'person add', 'keys rotate', 'dev now'])(
  'pnpm %s answers one line that says what is possible, and exits with 2',
  async (typed) => {
    const [name = '', ...words] = typed.split(' ')
    const { code, stdout, stderr } = await start(`${scripts[name]}`, ...words)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^(?:Unknown .*(?:Possible: |takes none)|Say what to do: ).*\n$/)
  },
)
