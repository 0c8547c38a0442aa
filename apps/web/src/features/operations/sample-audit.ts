import type { AuditEntry } from '@parley/contract/operations.ts'

/** An entry of the audit, for the gallery. */
export const sampleEntry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '1',
  at: '2026-11-16T13:40:00.000Z',
  by: { id: 'coach-dana', name: 'Dana Whitfield', privs: 1 },
  byLink: false,
  address: '203.0.113.24',
  action: 'sessions.create',
  subject: { kind: 'session', id: 'session-values', name: 'Values in practice', privs: null },
  organization: 'Northlight Coaching',
  detail: {},
  ...more,
})
