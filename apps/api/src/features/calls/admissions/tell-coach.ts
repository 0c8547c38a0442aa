import type { Platform } from '#platform/context.ts'

/** Tells the browsers of a session's coach that somebody asks to be let in, or does not any more. A hint: they ask what there is. */
export async function tellCoach({ live, database: { db } }: Platform, sessionId: string): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('coach_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (session) await live.publish([`person:${session.coach_id}`], { kind: 'waiting', id: sessionId })
}
