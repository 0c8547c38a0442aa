import { problem } from '#platform/http/problem.ts'

const faults: Record<string, () => Error> = {
  people_username: () =>
    problem('username_taken', { faults: [{ path: 'attributes.username', message: 'Username is taken' }] }),
  people_email_sign_in: () =>
    problem('email_taken', {
      faults: [{ path: 'attributes.email', message: 'This email address belongs to somebody else' }],
    }),
  people_last_super: () => problem('last_super'),
}

/** The database decides who was first. A violated constraint is reported as the rule behind it. */
export function takenProblem(error: unknown): never {
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
  throw faults[constraint]?.() ?? error
}

export const organizationMissing = () =>
  problem('organization_missing', {
    faults: [{ path: 'attributes.organization_id', message: 'Organization is required' }],
  })

export const coachElsewhere = () =>
  problem('coach_elsewhere', {
    faults: [
      { path: 'attributes.coach_id', message: 'A client and their coach must be in the same organization' },
    ],
  })
