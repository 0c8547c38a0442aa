import type { Platform } from '#platform/process/context.ts'

/** Tells everybody who may have the right to know that something was answered or marked about this session's client. */
export const tellOfAssessment = (
  { live }: Platform,
  { id, coach_id, organization_id }: { id: string; coach_id: string; organization_id: string },
): void =>
  void live.publish([`person:${coach_id}`, `org-admins:${organization_id}`], { kind: 'assessment', id })
