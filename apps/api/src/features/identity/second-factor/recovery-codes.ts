import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#platform/database.ts'
import { lockCredentials } from '#platform/locks.ts'
import { seal, unseal, type SealingKeys } from '#platform/sealed.ts'

const codesMade = 10
const codeLength = 10

/** 32 signs without those that are mistaken for one another on paper: no 0, 1, I, O. Each is worth 5 bits. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const newCode = (): string =>
  Array.from(randomBytes(codeLength), (byte) => signs[byte % signs.length]).join('')

/** As a person types it: in any case, with or without the dash and spaces. */
const plainOf = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

const shownOf = (code: string): string => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`

/** 50 random bits are enough against guessing here, and too few for a plain hash: it is sealed as well. */
const hashOfCode = (code: string): Buffer => createHash('sha256').update(plainOf(code)).digest()

/** Makes new codes in place of all that a person had. They are answered once and stored as sealed hashes. */
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

/** Uses a code up. Of two that come with the same one, the second finds it used. */
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
