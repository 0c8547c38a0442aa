import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { addresses, appRole, developmentPassword, herePlaces } from '../engines/places.ts'
import { clientsFolder } from '../engines/postgres.ts'
import { readCommand } from '../read-command.ts'

const root = join(import.meta.dirname, '..', '..')

/** Migrates a database to the newest schema: ours with dbmate, the job queue's with its own migrations. */
export async function migrate(ownerUrl: string, appUrl: string, appPassword?: string): Promise<void> {
  await runDbmate(ownerUrl, ['--no-dump-schema', 'up'])
  await asOwner(ownerUrl, async (client) => {
    await client.query("select audit_log_make_months((now() - interval '1 month')::date, 14)")
    if (appPassword) await client.query(`alter role ${appRole} password ${pg.escapeLiteral(appPassword)}`)
    const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
    const database = rows[0]?.name
    // The queue's tables have row security for everybody but their owner, so the application role owns them, and only them.
    await client.query(`grant create on database ${database} to ${appRole}`)
    try {
      await runMigrations({ connectionString: appUrl })
      await indexLockedJobs(appUrl)
    } finally {
      await client.query(`revoke create on database ${database} from ${appRole}`)
    }
  })
}

/** An index to find the jobs of a dead worker (apps/api/src/platform/jobs/job-recovery.ts). The queue itself has none. */
async function indexLockedJobs(appUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl })
  await client.connect()
  try {
    await client.query(
      `create index if not exists parley_locked_jobs on graphile_worker._private_jobs (locked_at, locked_by)
       where locked_at is not null`,
    )
  } finally {
    await client.end()
  }
}

export async function runDbmate(
  url: string,
  args: readonly string[],
  schemaFile = '/dev/null',
): Promise<string> {
  const dbmate = join(root, 'node_modules', '.bin', 'dbmate')
  const migrations = join(root, 'apps', 'api', 'migrations')
  const { stdout } = await promisify(execFile)(
    dbmate,
    ['--url', url, '--migrations-dir', migrations, '--schema-file', schemaFile, ...args],
    { env: { ...process.env, PATH: `${clientsFolder(herePlaces())}:${process.env.PATH}` } },
  )
  return stdout
}

export async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Migrates the development database, creating it if needed, and sets the application role's development password. */
export async function migrateDevelopment(): Promise<void> {
  const { postgres } = addresses(herePlaces())
  await migrate(postgres.ownerUrl, postgres.appUrl, developmentPassword)
}

/** Migrates the database of an installation. The role `parley_app` gets the password that is in its address. */
async function migrateInstallation(ownerUrl: string): Promise<void> {
  const appUrl = process.env.DATABASE_URL
  if (!appUrl) throw new Error('DATABASE_OWNER_URL needs DATABASE_URL beside it, the address for parley_app.')
  await migrate(ownerUrl, appUrl, decodeURIComponent(new URL(appUrl).password))
}

if (import.meta.main) {
  readCommand({
    usage: 'pnpm db:migrate',
    about: `Brings a database up to the newest schema, and creates it if it is missing. It can run beside the portal.
DATABASE_OWNER_URL names the database with its owner, and DATABASE_URL the same one as parley_app, who
gets the password of that address. Without DATABASE_OWNER_URL it is the development database: PostgreSQL
is started and goes on running. \`pnpm dev\` and \`pnpm demo\` do this at their start.`,
    examples: ['pnpm db:migrate', 'pnpm db:demo   fills it with made-up people'],
  })
  const ownerUrl = process.env.DATABASE_OWNER_URL
  const started = performance.now()
  if (ownerUrl) await migrateInstallation(ownerUrl)
  else {
    const { up } = await import('../engines/engines.ts')
    await up(['postgres'])
    await migrateDevelopment()
  }
  console.log(`The database has the newest schema (${Math.round(performance.now() - started)} ms).`)
  if (!ownerUrl) console.log('Next: `pnpm db:demo` fills it with made-up people.')
}
