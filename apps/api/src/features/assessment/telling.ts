import type { Platform } from '#platform/context.ts'

/** Whoever may have the right to know it hears that something was answered or marked about the client of this session. */
export const tellOfAssessment = (
  { live }: Platform,
  { id, coach_id, organization_id }: { id: string; coach_id: string; organization_id: string },
): void =>
  void live.publish([`person:${coach_id}`, `org-admins:${organization_id}`], { kind: 'assessment', id })
