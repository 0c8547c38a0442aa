import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { addresses, developmentPassword, herePlaces } from '../../scripts/engines/places.ts'
import { migrate } from '../../scripts/database/migrate.ts'

const { ownerUrl, appUrl } = addresses(herePlaces()).postgres
const named = (url: string, name: string) => url.replace(/\/[^/?]+\?/, `/${name}?`)

const migrations = join(import.meta.dirname, '../../apps/api/migrations')

/** The template's name is a hash of the migrations, so a changed migration gets a new template. */
export function templateName(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(migrations).toSorted())
    hash.update(file).update(readFileSync(join(migrations, file)))
  return `parley_template_${hash.digest('hex').slice(0, 12)}`
}

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: named(ownerUrl, 'postgres') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes the migrated template in the first test process that needs it, and drops templates of older schemas. */
export async function ensureTemplate(): Promise<void> {
  const template = templateName()
  await asOwner(async (client) => {
    await client.query("select pg_advisory_lock(hashtext('parley_template'))")
    const { rows } = await client.query<{ datname: string; datistemplate: boolean }>(
      "select datname, datistemplate from pg_database where datname like 'parley\\_template\\_%'",
    )
    if (rows.some((row) => row.datname === template && row.datistemplate)) return
    for (const row of rows) {
      await client.query(`alter database ${row.datname} is_template false`)
      await client.query(`drop database ${row.datname} with (force)`)
    }
    await migrate(named(ownerUrl, template), named(appUrl, template), developmentPassword)
    await client.query(`alter database ${template} is_template true`)
  })
}

export interface TestDatabase {
  ownerUrl: string
  appUrl: string
  drop: () => Promise<void>
}

/** How long building a test's world waits for a connection when the machine stalls. The portal itself waits less. */
export const worldPatienceMs = 20_000

let counter = 0

/** Clones a new database from the template, in some hundredths of a second. */
export async function cloneDatabase(): Promise<TestDatabase> {
  counter += 1
  const name = `parley_test_${process.pid}_${process.env.VITEST_POOL_ID ?? '0'}_${counter}_${Date.now().toString(36)}`
  await asOwner((client) => client.query(`create database ${name} template ${templateName()}`))
  return {
    ownerUrl: named(ownerUrl, name),
    appUrl: named(appUrl, name),
    drop: async () => {
      await asOwner((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** A database that somebody else made and drops. */
export const databaseAt = (url: string): TestDatabase => ({
  ownerUrl: named(ownerUrl, new URL(url).pathname.slice(1)),
  appUrl: url,
  drop: () => Promise.resolve(),
})

/**
 * A large database that is filled once, migrated to the newest schema at each use and never dropped. Measuring a proof
 * again then saves the half hour that its world takes.
 */
export async function keptDatabase(
  name: string,
  fill: (made: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const kept = { ownerUrl: named(ownerUrl, name), appUrl: named(appUrl, name), drop: () => Promise.resolve() }
  const isThere = await asOwner(async (client) => {
    const { rows } = await client.query<{ is_filled: boolean }>(
      "select shobj_description(oid, 'pg_database') = 'filled' as is_filled from pg_database where datname = $1",
      [name],
    )
    if (rows[0]?.is_filled) return true
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${templateName()}`)
    return false
  })
  if (isThere) {
    await migrate(kept.ownerUrl, kept.appUrl, developmentPassword)
    return kept
  }
  await fill(kept)
  await asOwner((client) => client.query(`comment on database ${name} is 'filled'`))
  return kept
}
