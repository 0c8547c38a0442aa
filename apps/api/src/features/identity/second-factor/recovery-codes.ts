import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#platform/database/database.ts'
import { lockCredentials } from '#platform/database/locks.ts'
import { seal, unseal, type SealingKeys } from '#platform/identity/sealed.ts'

const codesMade = 10
const codeLength = 10

/** 32 characters, 5 bits each, without those that look alike on paper: no 0, 1, I, O. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const newCode = (): string =>
  Array.from(randomBytes(codeLength), (byte) => signs[byte % signs.length]).join('')

/** Normalizes a typed code: any case, with or without the dash and spaces. */
const plainOf = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

const shownOf = (code: string): string => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`

/** 50 random bits resist guessing at the sign-in but are too few for a plain hash, so the hash is sealed as well. */
const hashOfCode = (code: string): Buffer => createHash('sha256').update(plainOf(code)).digest()

/** Replaces all recovery codes of a person. The new codes are returned once and stored as sealed hashes. */
export async function replaceRecoveryCodes(tx: Db, keys: SealingKeys, personId: string): Promise<string[]> {
  const codes = Array.from({ length: codesMade }, newCode)
  await tx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  const rows = codes.map((code) => ({
    person_id: personId,
    code_sealed: seal(keys, personId, hashOfCode(code)),
  }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return codes.map(shownOf)
}

/** Uses up a code. If two requests use the same code at once, the second finds it used. */
export async function takeRecoveryCode(
  tx: Db,
  keys: SealingKeys,
  personId: string,
  code: string,
  now: number,
): Promise<boolean> {
  await lockCredentials(tx, personId)
  const left = await tx
    .selectFrom('recovery_codes')
    .select('code_sealed')
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute()
  const wanted = hashOfCode(code)
  const found = left.find(({ code_sealed }) => timingSafeEqual(unseal(keys, personId, code_sealed), wanted))
  if (!found) return false
  await tx
    .updateTable('recovery_codes')
    .set({ used_at: new Date(now) })
    .where('person_id', '=', personId)
    .where('code_sealed', '=', found.code_sealed)
    .execute()
  return true
}
