import type { sessionsWorld } from './sessions-world.ts'
import type { Stack } from '../stack.ts'

/** The assessments in the organizations of a test's world: other tests use the same database. */
export const assessmentsOf = (
  { db }: Stack,
  { organization, there }: Awaited<ReturnType<typeof sessionsWorld>>,
) =>
  db
    .selectFrom('assessments')
    .innerJoin('sessions', 'sessions.id', 'assessments.session_id')
    .select('changes')
    .where('sessions.organization_id', 'in', [organization.id, there.organization.id])
    .execute()
