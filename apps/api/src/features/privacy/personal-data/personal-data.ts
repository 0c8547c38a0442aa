import type { DB } from '#platform/database/database-types.ts'
import type { Tables } from './entries.ts'
import { ofAssessments } from './of-assessments.ts'
import { ofBilling } from './of-billing.ts'
import { ofOperations } from './of-operations.ts'
import { ofPeople } from './of-people.ts'
import { ofCalls, ofSessions } from './of-sessions.ts'

/**
 * Every column of the database, with the personal data that it holds and what erasing does with it. docs/personal-data.md is
 * generated from this map, and erasing walks it from the first table to the last. A missing column does not compile.
 */
export const personalData = {
  ...ofAssessments,
  ...ofCalls,
  ...ofSessions,
  ...ofBilling,
  ...ofOperations,
  ...ofPeople,
} satisfies Tables<keyof DB>
