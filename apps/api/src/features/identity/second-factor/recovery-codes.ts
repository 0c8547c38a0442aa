import { randomBytes } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/database.ts'
import { keyedHash } from '#platform/sealed.ts'

const codesMade = 10
const codeLength = 10

/** 32 signs without those that are mistaken for one another on paper: no 0, 1, I, O. Each is worth 5 bits. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const newCode = (): string =>
  Array.from(randomBytes(codeLength), (byte) => signs[byte % signs.length]).join('')

/** As a person types it: in any case, with or without the dash and spaces. */
const plainOf = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

const shownOf = (code: string): string => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`

type Key = Pick<Config, 'secretsKey'>

const codeHash = ({ secretsKey }: Key, personId: string, code: string): Buffer =>
  keyedHash(secretsKey, personId, plainOf(code))

/** Makes new codes in place of all that a person had. They are answered once and stored as hashes. */
export async function replaceRecoveryCodes(tx: Db, key: Key, personId: string): Promise<string[]> {
  const codes = Array.from({ length: codesMade }, newCode)
  await tx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ person_id: personId, code_hash: codeHash(key, personId, code) })))
    .execute()
  return codes.map(shownOf)
}

/** Uses a code up. Of two that come with the same one, the second finds it used. */
export async function takeRecoveryCode(
  tx: Db,
  key: Key,
  personId: string,
  code: string,
  now: number,
): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: new Date(now) })
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash(key, personId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}
