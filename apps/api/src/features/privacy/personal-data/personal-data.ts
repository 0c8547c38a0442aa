import type { DB } from '#platform/database-types.ts'
import type { Tables } from './entries.ts'
import { ofAssessments } from './of-assessments.ts'
import { ofBilling } from './of-billing.ts'
import { ofOperations } from './of-operations.ts'
import { ofPeople } from './of-people.ts'
import { ofCalls, ofSessions } from './of-sessions.ts'

/**
 * Every column of the database, with what it holds of a person and what erasing them does with it: docs/personal-data.md is
 * made of it, and erasing walks it from the first table to the last. A column that is missing here does not compile.
 */
export const personalData = {
  ...ofAssessments,
  ...ofCalls,
  ...ofSessions,
  ...ofBilling,
  ...ofOperations,
  ...ofPeople,
} satisfies Tables<keyof DB>
