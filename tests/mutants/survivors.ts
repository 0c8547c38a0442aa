/** A mistake that nobody could notice. */
interface Survivor {
  path: string
  /** The source line, which tells it from other mistakes of the same kind in the file. */
  at: string
  about: string
  reason: string
}

/** Mistakes that change nothing anybody could notice, each with its reason. They are not counted. */
export const survivorsWithReason: Survivor[] = [
  {
    path: 'packages/contract/src/calls/calls.ts',
    at: 'access: { guest: true, whenDead: true },',
    about: 'true → false',
    reason: "It does not compile: the type of an access knows 'guest: true' alone.",
  },
  {
    path: 'packages/contract/src/content/content.ts',
    at: 'access: { open: true },',
    about: 'true → false',
    reason: "It does not compile: the type of an access knows 'open: true' alone.",
  },
  {
    path: 'packages/contract/src/operations.ts',
    at: 'access: { open: true },',
    about: 'true → false',
    reason: "It does not compile: the type of an access knows 'open: true' alone.",
  },
  {
    path: 'packages/contract/src/sessions/sessions.ts',
    at: 'access: { open: true },',
    about: 'true → false',
    reason: "It does not compile: the type of an access knows 'open: true' alone.",
  },
  {
    path: 'packages/contract/src/rules/time/free-times.ts',
    at: 'const until = from + (span.end - span.start) / 60_000',
    about: '60_000 → 60001',
    reason: 'Times are whole quarters of an hour, and of 8 hours it makes less than a second.',
  },
  {
    path: 'packages/contract/src/rules/time/working-hours.ts',
    at: 'const edges = spans.flatMap(([from, until]) => [minutesOf(from), minutesOf(until) || 1440])',
    about: '1440 → 1441',
    reason:
      'It is only compared with what comes before it, 23:45 at the latest, and nothing comes after midnight.',
  },
  {
    path: 'packages/contract/src/rules/time/working-hours.ts',
    at: "const [hours = 0, minutes = 0] = time.split(':').map(Number)",
    about: '0 → 1',
    reason: 'A clock has hours and minutes always: what stands for a missing one is there for the types.',
  },
  {
    path: 'apps/web/src/platform/live/follow.ts',
    at: 'post({ ask: true })',
    about: 'true → false',
    reason: "It does not compile: a question among tabs is 'ask: true' alone, and is known by its name.",
  },
  {
    path: 'apps/api/src/features/sessions/list/list-query.ts',
    at: "...(scope.kind === 'own' && organizations ? { organizations } : {}),",
    about: '&& → ||',
    reason: 'It asks for the organizations again to which the scope was narrowed just before, or for none.',
  },
  {
    path: 'apps/api/src/features/sessions/list/list-query.ts',
    at: 'return { ...from, until: until && until < closed ? until : closed, endsBefore: closed }',
    about: '< → <=',
    reason: 'Of two instants that are the same, either is the earlier.',
  },
  {
    path: 'apps/web/src/ui/table/table-messages.tsx',
    at: '<svg viewBox="0 0 28 44" aria-hidden="true" className="h-14 forced-color-adjust-none">',
    about: 'aria-hidden="true" → ',
    reason: 'A drawing without a name and without words has nothing to be read out.',
  },
  {
    path: 'apps/api/src/features/billing/line-sessions.ts',
    at: "if (!session || row.status === 'Scheduled') return []",
    about: "'Scheduled' → 'Scheduled changed'",
    reason: 'What is Scheduled is in no run; the words are there for the compiler.',
  },
  {
    path: 'apps/api/src/features/billing/line-sessions.ts',
    at: 'present: Math.floor((presences.get(row.session_id)?.bothMs ?? 0) / 60_000),',
    about: '0 → 1',
    reason: 'A millisecond is no minute.',
  },
  {
    path: 'apps/api/src/features/billing/payment/pay.ts',
    at: 'const dayMs = 86_400_000',
    about: '86_400_000 → 86400001',
    reason: 'The service is told whole seconds.',
  },
  {
    path: 'apps/api/src/features/billing/preview.ts',
    at: '.toSorted((a, b) => a.name.localeCompare(b.name) || (a.coach_id < b.coach_id ? -1 : 1))',
    about: '1 → 2',
    reason: 'Any number above zero says the same to a sort.',
  },
  {
    path: 'apps/api/src/features/billing/status.ts',
    at: 'const atOnceMax = 100',
    about: '100 → 101',
    reason: 'So many at once, and then the next: the end is the same.',
  },
  {
    path: 'apps/api/src/features/billing/due.ts',
    at: 'ends_at: new Date(instantsOf(next, zone)[1]),',
    about: '1 → 2',
    reason: 'Without an end the next run works it out, as after a change of the zone.',
  },
  {
    path: 'apps/api/src/features/billing/line-sessions.ts',
    at: "if (!session || row.status === 'Scheduled') return []",
    about: '|| → &&',
    reason:
      'Whoever sees an invoice sees the sessions behind it, and none of them is Scheduled: neither half is ever true.',
  },
]
