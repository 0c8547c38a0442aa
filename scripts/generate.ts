import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asOwner, runDbmate } from './database/migrate.ts'
import { addresses, herePlaces } from './engines/places.ts'
import { clientsFolder } from './engines/postgres.ts'
import { readCommand } from './read-command.ts'

const { values } = readCommand({
  usage: 'pnpm generate [--check]',
  about: `Writes the committed files that are made from others: schema.sql, the database types, docs/openapi.json,
docs/configuration.md, docs/personal-data.md, the mail page, deploy/Caddyfile and the model that finds a
person in a picture. Starts PostgreSQL and leaves it running.
Run it after a change of a migration, the contract, a setting, the map of personal data or the layout of mails.`,
  options: { check: { type: 'boolean', about: 'writes nothing, and fails if a file is stale' } },
  examples: ['pnpm generate', 'git diff --stat   shows what it wrote: commit it'],
})
const { openApiDocument } = await import('@parley/api/platform/http/openapi.ts')
const { settings } = await import('@parley/api/platform/process/settings.ts')
const { settings: hostSettings } = await import('../apps/stream-host/src/daemon/settings.ts')
const { personalDataPage } = await import('./personal-data-page.ts')
const { installationFront } = await import('./engines/front.ts')
const { segmentationModel } = await import('./segmentation-model.ts')
const { up } = await import('./engines/engines.ts')

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** The content of every committed file that is generated from others, by path. */
async function generated(): Promise<Map<string, string | Uint8Array>> {
  const scratch = `parley_generate_${process.pid}`
  const { ownerUrl } = addresses(herePlaces()).postgres
  const url = ownerUrl.replace(/\/[^/?]+\?/, `/${scratch}?`)
  await up(['postgres'])
  try {
    await runDbmate(url, ['--no-dump-schema', 'up'])
    const [schema, types, mailPage] = await Promise.all([
      dumpSchema(url),
      databaseTypes(url),
      compileMailPage(),
    ])
    return new Map<string, string | Uint8Array>([
      ['apps/api/schema.sql', schema],
      ['apps/api/src/platform/database/database-types.ts', types],
      ['docs/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`],
      ['docs/configuration.md', configurationPage()],
      ['docs/personal-data.md', personalDataPage()],
      ['content/mails/letter.html', mailPage],
      ['deploy/Caddyfile', installationFront],
      ['apps/web/src/features/calls/blur/person.tflite', segmentationModel()],
    ])
  } finally {
    await asOwner(ownerUrl.replace(/\/[^/?]+\?/, '/postgres?'), (client) =>
      client.query(`drop database if exists ${scratch}`),
    )
  }
}

async function dumpSchema(url: string): Promise<string> {
  const { stdout } = await run(
    join(clientsFolder(herePlaces()), 'pg_dump'),
    // Without a fixed key pg_dump writes a random one, and the file would differ on every run.
    ['--schema-only', '--no-owner', '--restrict-key=parley', url],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  // The versions of server and client differ between machines and do not matter for the schema.
  return stdout.replace(/^-- Dumped (from|by).*\n/gm, '')
}

async function databaseTypes(url: string): Promise<string> {
  const { stdout } = await run(join(root, 'node_modules', '.bin', 'kysely-codegen'), [
    '--print',
    '--dialect=postgres',
    '--include-pattern=public.*',
    '--exclude-pattern=*.{schema_migrations,audit_log_rest}',
    `--url=${url}`,
  ])
  // The tool prints log lines before the file.
  return stdout.slice(stdout.indexOf('/**'))
}

/** Compiles the mail template to HTML with MJML; the worker only fills it in. */
async function compileMailPage(): Promise<string> {
  const { stdout } = await run(
    join(root, 'node_modules', '.bin', 'mjml'),
    ['content/mails/letter.mjml', '--stdout', '--config.validationLevel', 'strict'],
    { cwd: root },
  )
  // The first line names the source file; the indentation would only make each mail longer.
  const lines = stdout.split('\n').slice(1)
  return `${lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')}\n`
}

interface Documented {
  about: string
  default?: string
  defaultShown?: string
}

function settingsTable(all: Record<string, Documented>): string[] {
  const rows = Object.entries(all).map(([name, { about, default: value, defaultShown }]) => {
    const shown = defaultShown ?? value
    const fallback = shown === undefined ? 'required' : shown === '' ? 'empty' : `\`${shown}\``
    return `| \`${name}\` | ${fallback} | ${about} |`
  })
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows, '']
}

const configurationPage = (): string =>
  [
    '# Configuration',
    '',
    'Every setting is an environment variable. For mounted secrets, `NAME_FILE` can name a file that holds the value.',
    '`pnpm generate` writes this page from `apps/api/src/platform/process/settings.ts`.',
    '',
    ...settingsTable(settings),
    '## A stream host',
    '',
    'The environment variables of a stream host (`apps/stream-host/src/daemon/settings.ts`).',
    '',
    ...settingsTable(hostSettings),
  ].join('\n')

const isCheck = values.check === true
let stale = 0
for (const [path, content] of await generated()) {
  const present = await readFile(join(root, path)).catch(() => Buffer.of())
  if (present.equals(Buffer.from(content))) continue
  if (isCheck) console.error(`${path} is stale: run \`pnpm generate\` and commit it.`)
  else await writeFile(join(root, path), content)
  if (!isCheck) console.log(`wrote ${path}`)
  stale += 1
}
if (isCheck && stale) process.exit(1)
if (!isCheck) console.log(stale ? 'Commit what was written.' : 'Every generated file was up to date.')
