import type { Kysely } from 'kysely'
import type { DB } from '#platform/database/database-types.ts'
import type { Db } from '#platform/database/database.ts'
import { lockCredentials } from '#platform/database/locks.ts'
import { isPresent, seal, unseal, type SealingKeys } from '#platform/identity/sealed.ts'
import { inTransaction } from '#platform/database/transactions.ts'

const batchMax = 200

/** How many secrets were resealed, how many already used the present key, and the people whose secrets neither key opens. */
export interface Resealed {
  anew: number
  before: number
  unopened: string[]
}

/**
 * Reseals with the present key everything that the previous key sealed; afterwards the previous key can be removed. It works
 * through the people in batches while the portal runs, and can be run again after any interruption.
 */
export async function resealAll(db: Kysely<DB>, keys: SealingKeys): Promise<Resealed> {
  const sum: Resealed = { anew: 0, before: 0, unopened: [] }
  const count = ({ person_id, fate }: { person_id: string; fate: Fate }) => {
    if (fate === 'unopened') sum.unopened.push(person_id)
    else sum[fate] += 1
  }
  for (const batch of [resealApps, resealCodes]) {
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const from = after
      const rows = await inTransaction(db, (tx) => batch(tx, keys, from))
      rows.forEach(count)
      const last = rows.at(-1)
      if (!last) break
      after = last.person_id
    }
  }
  return { ...sum, unopened: [...new Set(sum.unopened)] }
}

type Fate = 'anew' | 'before' | 'unopened'

function again(keys: SealingKeys, owner: string, sealed: Buffer): { fate: Fate; sealed?: Buffer } {
  if (isPresent(keys, owner, sealed)) return { fate: 'before' }
  try {
    return { fate: 'anew', sealed: seal(keys, owner, unseal(keys, owner, sealed)) }
  } catch {
    // The result lists this person at the end; the others are still resealed.
    return { fate: 'unopened' }
  }
}

const idsOf = (rows: readonly { person_id: string }[]): string[] => rows.map((row) => row.person_id)

async function resealApps(tx: Db, keys: SealingKeys, after: string) {
  const next = await tx
    .selectFrom('credentials')
    .select('person_id')
    .where('person_id', '>', after)
    .where('totp_secret_enc', 'is not', null)
    .orderBy('person_id')
    .limit(batchMax)
    .execute()
  const ids = idsOf(next)
  if (ids.length === 0) return []
  await lockCredentials(tx, ...ids)
  const rows = await tx
    .selectFrom('credentials')
    .select(['person_id', 'totp_secret_enc'])
    .where('person_id', 'in', ids)
    .orderBy('person_id')
    .execute()
  const fates = []
  for (const { person_id, totp_secret_enc } of rows) {
    if (!totp_secret_enc) {
      // The second factor was turned off since: nothing to seal. It still counts as a row, so that the next batch begins
      // after it.
      fates.push({ person_id, fate: 'before' as const })
      continue
    }
    const { fate, sealed } = again(keys, person_id, totp_secret_enc)
    if (sealed)
      await tx
        .updateTable('credentials')
        .set({ totp_secret_enc: sealed })
        .where('person_id', '=', person_id)
        .execute()
    fates.push({ person_id, fate })
  }
  return fates
}

async function resealCodes(tx: Db, keys: SealingKeys, after: string) {
  // Batches consist of whole people: the codes of one person are never split.
  const people = tx
    .selectFrom('recovery_codes')
    .select('person_id')
    .distinct()
    .where('person_id', '>', after)
    .orderBy('person_id')
    .limit(batchMax)
  const ids = idsOf(await people.execute())
  if (ids.length === 0) return []
  await lockCredentials(tx, ...ids)
  const rows = await tx
    .selectFrom('recovery_codes')
    .select(['person_id', 'code_sealed'])
    .where('person_id', 'in', ids)
    .orderBy('person_id')
    .execute()
  const fates = []
  for (const { person_id, code_sealed } of rows) {
    const { fate, sealed } = again(keys, person_id, code_sealed)
    if (sealed)
      await tx
        .updateTable('recovery_codes')
        .set({ code_sealed: sealed })
        .where('person_id', '=', person_id)
        .where('code_sealed', '=', code_sealed)
        .execute()
    fates.push({ person_id, fate })
  }
  return fates
}
