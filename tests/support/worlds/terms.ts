import type { Db } from '@parley/api/platform/database/database.ts'
import { readTexts } from '@parley/api/platform/content/texts.ts'

export async function acceptTerms({ db }: { db: Db }, personId: string): Promise<void> {
  const { terms } = await readTexts()
  await db
    .insertInto('eula_acceptances')
    .values({ person_id: personId, version: terms.version, accepted_at: new Date() })
    .execute()
}
