import { readFileSync } from 'node:fs'
import type { Mistake } from './mistakes.ts'
import type { Batch } from './run-batch.ts'

/** Mistakes planted by hand that no test noticed at first, each with the test that notices it now. */
export interface NamedMistake {
  name: string
  path: string
  find: string
  instead: string
  where: Batch['where']
  test: string
}

const web = 'apps/web/src'
const calls = `${web}/features/calls`
const sessions = 'apps/api/src/features/sessions'

export const namedMistakes: NamedMistake[] = [
  {
    name: '/mails is open to OrgAdmin',
    path: 'packages/contract/src/operations.ts',
    find: "access: { level: 'Admin' }",
    instead: "access: { level: 'OrgAdmin' }",
    where: 'node',
    test: 'tests/routes.test.ts',
  },
  {
    name: "the mail limit of 'forgot password' is gone",
    path: 'packages/contract/src/identity.ts',
    find: "limit: 'mail'",
    instead: "limit: 'act'",
    where: 'node',
    test: 'tests/routes.test.ts',
  },
  {
    name: 'two sort columns are swapped',
    path: `${web}/features/sessions/list/session-shape.ts`,
    find: "{ column: 'client_first_name', label: 'Client first name' }",
    instead: "{ column: 'client_last_name', label: 'Client first name' }",
    where: 'node',
    test: `${web}/features/sessions/list/session-shape.test.ts`,
  },
  {
    name: 'the advisory lock of a booking is forgotten',
    path: 'apps/api/src/platform/database/locks.ts',
    find: 'select pg_advisory_xact_lock(k) from (',
    instead: 'select k from (',
    where: 'engines',
    test: `${sessions}/booking/lock-waits.test.ts`,
  },
  {
    name: 'restoring a person leaves no audit entry',
    path: 'apps/api/src/features/people/people.ts',
    find: "await auditPerson(tx, ctx, 'people.restore', person)",
    instead: '',
    where: 'engines',
    test: 'tests/audit-actions.test.ts',
  },
  {
    name: 'a new organization leaves no audit entry',
    path: 'apps/api/src/features/organizations/organizations.ts',
    find: "await auditOrganization(tx, ctx, 'organizations.create', id, { rate })",
    instead: '',
    where: 'engines',
    test: 'tests/audit-actions.test.ts',
  },
  {
    name: 'an order leaves its index',
    path: `${sessions}/list/orders.ts`,
    find: "foldedTitle = sql`split_part(s.search, E'\\\\n', 1)`",
    instead: "foldedTitle = sql`lower(split_part(s.search, E'\\\\n', 1))`",
    where: 'engines',
    test: `${sessions}/list/order-indexes.test.ts`,
  },
  {
    name: "the organization's condition is dropped from the options of a filter",
    path: `${sessions}/list/filter-options.ts`,
    find: 'people p where p.organization_id = ${scope.ids[0] ?? null} and ${level}',
    instead: 'people p where ${level}',
    where: 'engines',
    test: `${sessions}/list/filter-scope.test.ts`,
  },
  {
    name: 'the no-show rate shows the completion rate',
    path: `${web}/features/dashboard/progress.tsx`,
    find: 'rate === undefined ? undefined : 100 - rate',
    instead: 'rate',
    where: 'browser',
    test: `${web}/features/dashboard/progress.stories.tsx`,
  },
  {
    name: 'every status badge is gray',
    path: `${web}/features/sessions/words/session-badges.tsx`,
    find: 'tone={statusColor(status)}',
    instead: 'tone="gray"',
    where: 'browser',
    test: `${web}/features/sessions/list/session-rows.stories.tsx`,
  },
  {
    name: "'Details' stands in the day's popover for every session",
    path: `${web}/features/dashboard/calendar/day-popover.tsx`,
    find: '{isJoinable(shown, now) && (',
    instead: '{(',
    where: 'browser',
    test: `${web}/features/dashboard/calendar/day-popover.stories.tsx`,
  },
  {
    name: "'starts soon' is not marked",
    path: `${web}/features/sessions/list/session-columns.tsx`,
    find: '{startsSoon(session, now) ? (',
    instead: '{false ? (',
    where: 'browser',
    test: `${web}/features/sessions/list/session-rows.stories.tsx`,
  },
  {
    name: 'caches are kept after sign-out',
    path: `${web}/features/identity/sign-in/session-end.ts`,
    find: 'client.clear()',
    instead: '',
    where: 'browser',
    test: `${web}/features/identity/sign-in/session-end.test.tsx`,
  },
  {
    name: 'the leave guard is gone from the session form',
    path: `${web}/ui/form/form-modal.tsx`,
    find: 'isHeld={() => isOpen && hasUnsavedInput}',
    instead: 'isHeld={() => false}',
    where: 'browser',
    test: `${web}/features/sessions/sessions-in-use.stories.tsx`,
  },
  {
    name: 'the heading is no longer focused after a step',
    path: `${web}/ui/page/page-heading.tsx`,
    find: 'heading.current?.focus({ preventScroll: true })',
    instead: 'undefined',
    where: 'browser',
    test: `${web}/ui/page/page-heading.stories.tsx`,
  },
  {
    name: 'an aria-label is gone',
    path: `${web}/features/dashboard/appointments/upcoming.tsx`,
    find: 'aria-label={`Details, ${session.title}`}',
    instead: '',
    where: 'browser',
    test: `${web}/features/dashboard/appointments/appointments.stories.tsx`,
  },
  {
    name: "'Successfully deleted User'",
    path: `${web}/features/people/person-changes.ts`,
    find: 'Successfully deleted user',
    instead: 'Successfully deleted User',
    where: 'browser',
    test: `${web}/features/people/people-in-use.stories.tsx`,
  },
  {
    name: "'Failed to cancel instance of the session'",
    path: `${web}/features/sessions/cache/session-changes.ts`,
    find: 'Failed to cancel instance',
    instead: 'Failed to cancel instance of the session',
    where: 'browser',
    test: `${web}/features/sessions/sessions-in-use.stories.tsx`,
  },
  {
    name: "'Go to Home'",
    path: `${web}/routes/not-found.tsx`,
    find: 'Go To Home',
    instead: 'Go to Home',
    where: 'browser',
    test: `${web}/routes/not-found.stories.tsx`,
  },
  {
    name: 'leaving a call does not stop the own screen share',
    path: `${calls}/room/sending/sharing.ts`,
    find: "ended.addEventListener('abort', () => void stop(), { once: true })",
    instead: '',
    where: 'browser',
    test: `${calls}/room/sending/sharing.test.tsx`,
  },
  {
    name: 'a window that is left does not let go of the microphone that is held to talk',
    path: `${calls}/stage/keys/call-keys.ts`,
    find: "addEventListener('blur', stop, options)",
    instead: '',
    where: 'browser',
    test: `${calls}/stage/keys/call-keys.test.tsx`,
  },
  {
    name: 'Enter sends a message while a word is being composed',
    path: `${web}/features/chat/panel/compose-box.tsx`,
    find: ' || event.nativeEvent.isComposing',
    instead: '',
    where: 'browser',
    test: `${web}/features/chat/panel/chat-panel.stories.tsx`,
  },
  {
    name: "'Join Session' takes a second press while the first is under way",
    path: `${calls}/check/device-check.tsx`,
    find: 'isPending={state.isJoining}',
    instead: 'isPending={false}',
    where: 'browser',
    test: `${calls}/check/device-check.stories.tsx`,
  },
  {
    name: "a client's earlier stays are forgotten",
    path: 'apps/api/src/features/calls/record/presence-read.ts',
    find: 'inRoom.filter((stay) => stay.personId === personId)',
    instead: 'inRoom.filter((stay) => stay.personId === personId).slice(-1)',
    where: 'engines',
    test: 'apps/api/src/features/calls/record/presence-read.test.ts',
  },
  {
    name: "the no-show question is asked by the device's clock",
    path: `${calls}/leaving/use-leaving.tsx`,
    find: 'abilities.noShow && Date.parse(now) < Date.parse(end_time)',
    instead: 'abilities.noShow && Date.now() < Date.parse(end_time)',
    where: 'browser',
    test: `${calls}/leaving/use-leaving.test.tsx`,
  },
  {
    name: 'the chosen volume is not applied to a new track',
    path: `${calls}/room/people/hearing.ts`,
    find: 'track.attach()\n        apply(person)',
    instead: 'track.attach()',
    where: 'node',
    test: `${calls}/room/people/hearing.test.ts`,
  },
]

/** Finds the place to plant a mistake. Throws if the code has changed, so that the list is kept up to date. */
export function placed({ name, path, find, instead }: NamedMistake): Mistake {
  const source = readFileSync(path, 'utf8')
  const start = source.indexOf(find)
  if (start < 0) throw new Error(`${path} has no place for the mistake '${name}' any more`)
  const line = source.slice(0, start).split('\n').length
  return { path, line, kind: 'condition', start, end: start + find.length, instead, about: name }
}
