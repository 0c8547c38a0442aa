import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openApiDocument } from '@parley/api/platform/http/openapi.ts'
import { settings } from '@parley/api/platform/process/settings.ts'
import { settings as hostSettings } from '../apps/stream-host/src/daemon/settings.ts'
import { asOwner, runDbmate } from './database/migrate.ts'
import { personalDataPage } from './personal-data-page.ts'
import { segmentationModel } from './segmentation-model.ts'
import { up } from './engines/engines.ts'
import { addresses, herePlaces } from './engines/places.ts'
import { clientsFolder } from './engines/postgres.ts'

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
    'Every setting is an environment variable. `NAME_FILE` names a file that holds the value instead, for secrets that are mounted.',
    'This page is made from `apps/api/src/platform/process/settings.ts` by `pnpm generate`.',
    '',
    ...settingsTable(settings),
    '## A stream host',
    '',
    'Its own settings, each a variable (`apps/stream-host/src/daemon/settings.ts`).',
    '',
    ...settingsTable(hostSettings),
  ].join('\n')

const isCheck = process.argv.includes('--check')
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
