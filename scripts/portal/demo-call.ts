import { guestUrl } from '@parley/api/features/sessions/guests/guest-links.ts'
import { readConfig } from '@parley/api/platform/process/config.ts'
import { openDatabase } from '@parley/api/platform/database/database.ts'

/** Prints the demo's next call and both links into it, so that two browsers on one machine can hold it. */
export async function printCall(
  environment: Record<string, string | undefined>,
  address: string,
): Promise<void> {
  const config = readConfig(environment)
  const { db, close } = openDatabase(config.databaseUrl, 1, (error) => console.error(error))
  try {
    const call = await db
      .selectFrom('sessions as s')
      .innerJoin('people as c', 'c.id', 's.coach_id')
      .innerJoin('people as p', 'p.id', 's.user_id')
      .select(['s.id', 's.user_id', 's.start_time', 'p.first_name'])
      .where('c.username', '=', 'coach')
      .where('s.status', '=', 'Scheduled')
      .where('s.end_time', '>', new Date())
      .whereRef('s.user_id', '<>', 's.coach_id')
      .orderBy('s.start_time')
      .limit(1)
      .executeTakeFirst()
    const link = call && (await guestUrl(db, config, call.id, call.user_id))
    if (!call || link === undefined) return
    const begins = call.start_time.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
    console.log(
      `A call starts at ${begins}. In one browser, sign in as coach and open\n  ${address}/session/${call.id}/preview\nIn another, join as the client ${call.first_name}:\n  ${link}\n`,
    )
  } finally {
    await close()
  }
}
