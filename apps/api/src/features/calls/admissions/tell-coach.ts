import type { Platform } from '#platform/process/context.ts'

/** Tells the browsers of a session's coach that the waiting list has changed. Only a hint: they then fetch the list. */
export async function tellCoach({ live, database: { db } }: Platform, sessionId: string): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('coach_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (session) await live.publish([`person:${session.coach_id}`], { kind: 'waiting', id: sessionId })
}
