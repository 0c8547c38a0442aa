import { sql } from 'kysely'
import type { PersonCopy } from '@parley/contract/privacy.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { FileAnswer } from '#platform/http/answers.ts'
import type { Context, Person as Principal, Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { lockPeople } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { readAddress, writeAddress } from '#platform/files/short-addresses.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { abilitiesOf, personInScope } from '#features/people/people.ts'

type Ctx = Context<Principal>

/** The name of a copy in the file store. */
export const storedCopy = (copyId: string): string => `copies/${copyId}`

const keptMs = 24 * 3_600_000
const triesMax = 5

/** Returns the person if the viewer may have a copy of their data, or throws. */
async function personToCopy(ctx: Ctx, personId: string) {
  const person = await personInScope(ctx, personId)
  if (!abilitiesOf(ctx, person).copy) throw problem('not_below')
  return person
}

export async function latestCopy(ctx: Ctx, personId: string): Promise<PersonCopy | null> {
  await personToCopy(ctx, personId)
  const row = await newest(ctx.db, personId, ctx.now)
  return row ? presented(row) : null
}

/** Returns a copy that is waiting or can still be fetched instead of making a second one. */
export async function askForCopy(ctx: Ctx, personId: string): Promise<PersonCopy> {
  const { organization_id } = await personToCopy(ctx, personId)
  return inTransaction(ctx.db, async (tx) => {
    const [person] = await lockPeople(tx, { change: [personId] })
    if (person?.former_number !== null) throw problem('person_not_found')
    const last = await newest(tx, personId, ctx.now)
    if (last && !last.failed_at && !last.fetched_at) return presented(last)
    const { id } = await tx
      .insertInto('person_copies')
      .values({ person_id: personId, asked_by: ctx.principal.id, asked_at: new Date(ctx.now) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'privacy.copy', { copyId: id }, { attemptsMax: triesMax })
    await audit(tx, actorOf(ctx), ctx.now, {
      action: 'privacy.copy',
      subjectKind: 'person',
      subjectId: personId,
      organizationId: organization_id,
    })
    const made = await newest(tx, personId, ctx.now)
    if (!made) throw new Error('a copy that was asked for is not there')
    return presented(made)
  })
}

export async function copyAddress(ctx: Ctx, copyId: string): Promise<{ url: string }> {
  const copy = await copies(ctx.db, ctx.now).where('id', '=', copyId).executeTakeFirst()
  if (!copy?.made_at || copy.fetched_at) throw problem('copy_not_found')
  await personToCopy(ctx, copy.person_id)
  const { config } = ctx.platform
  const token = writeAddress(config, 'copy', {
    thingId: copy.id,
    personId: ctx.principal.id,
    madeAt: ctx.now,
  })
  return { url: `${config.origin}/api/privacy/copies/fetch/${token}` }
}

/** Sends the copy, once only. The reader's rights are checked again, so that the address is useless after they lose them. */
export async function fetchCopy(ctx: Context, token: string): Promise<FileAnswer> {
  const address = readAddress(ctx.platform.config, 'copy', token, ctx.now)
  const content = address && (await ctx.platform.files.read(storedCopy(address.thingId)))
  if (!content) throw problem('download_dead')
  try {
    const size = await takeOnce(ctx, address)
    ctx.setHeader('content-length', size)
  } catch (error) {
    content.destroy()
    throw error
  }
  return { filename: 'data.zip', type: 'application/zip', content }
}

interface Taken {
  thingId: string
  personId: string
}

const takeOnce = (ctx: Context, { thingId, personId }: Taken): Promise<string> =>
  inTransaction(ctx.db, async (tx) => {
    const taken = await tx
      .updateTable('person_copies as c')
      .set({ fetched_at: new Date(ctx.now) })
      .from('people as p')
      .where('c.id', '=', thingId)
      .where('c.made_at', 'is not', null)
      .where('c.fetched_at', 'is', null)
      .where('c.asked_at', '>', new Date(ctx.now - keptMs))
      .whereRef('p.id', '=', 'c.person_id')
      .where('p.former_number', 'is', null)
      .where(
        sql<boolean>`exists (select from people r where r.id = ${personId} and r.deleted_at is null
          and r.privs >= ${levels.OrgAdmin} and (r.id = p.id or r.privs > p.privs)
          and (r.privs >= ${levels.Admin} or r.organization_id = p.organization_id))`,
      )
      .returning(['c.size_bytes', 'p.id as about_id', 'p.organization_id'])
      .executeTakeFirst()
    if (!taken) throw problem('download_dead')
    await audit(tx, { ...actorOf(ctx), id: personId }, ctx.now, {
      action: 'privacy.copy-fetch',
      subjectKind: 'person',
      subjectId: taken.about_id,
      aboutId: taken.about_id,
      organizationId: taken.organization_id,
    })
    return taken.size_bytes ?? '0'
  })

const copies = (db: Db, now: number) =>
  db
    .selectFrom('person_copies')
    .select(['id', 'person_id', 'asked_at', 'made_at', 'size_bytes', 'failed_at', 'fetched_at'])
    .where('asked_at', '>', new Date(now - keptMs))

const newest = (db: Db, personId: string, now: number) =>
  copies(db, now).where('person_id', '=', personId).orderBy('asked_at', 'desc').limit(1).executeTakeFirst()

type CopyRow = NonNullable<Awaited<ReturnType<typeof newest>>>

function presented(row: CopyRow): PersonCopy {
  return {
    id: row.id,
    askedAt: row.asked_at.toISOString(),
    state: stateOf(row),
    size: row.size_bytes === null ? null : Number(row.size_bytes),
    until: new Date(row.asked_at.getTime() + keptMs).toISOString(),
  }
}

function stateOf({ made_at, failed_at, fetched_at }: CopyRow): PersonCopy['state'] {
  if (fetched_at) return 'fetched'
  if (failed_at) return 'failed'
  return made_at ? 'made' : 'waiting'
}

const sweptAtOnce = 100

/** Deletes copies that are older than a day. */
export async function sweepCopies({
  database: { db },
  files,
  clock,
}: Pick<Platform, 'database' | 'files' | 'clock'>) {
  for (;;) {
    const old = await db
      .selectFrom('person_copies')
      .select('id')
      .where('asked_at', '<=', new Date(clock() - keptMs))
      .orderBy('asked_at')
      .limit(sweptAtOnce)
      .execute()
    for (const { id } of old) {
      await files.remove(storedCopy(id))
      await db.deleteFrom('person_copies').where('id', '=', id).execute()
    }
    if (old.length < sweptAtOnce) return
  }
}
