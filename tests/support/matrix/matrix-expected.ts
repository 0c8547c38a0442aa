import type { LimitClass } from '@parley/contract/wire/route.ts'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'

/**
 * The access, the rate limit and the audit entries of each route, written by hand from docs/rules.md and not taken from the
 * contract's table. A change that opens a route, drops its limit or lets it act without an audit entry has to be made here
 * too, where it is noticed.
 */
export interface Expected {
  /** `a guest let in`: a guest whom the coach has admitted. A level: the lowest that may call. */
  who: 'anybody' | 'a guest' | 'a guest let in' | LevelName
  orGuestLetIn?: true
  limit: LimitClass
  /** In the order in which they are written. Undefined if the route writes no entry. */
  audit?: readonly string[]
}

/** A route that an admitted guest may call as well. */
const orGuest = (...given: Parameters<typeof row>): Expected => ({ ...row(...given), orGuestLetIn: true })

const row = (who: Expected['who'], limit: LimitClass, ...audit: string[]): Expected => ({ who, limit, audit })

export const expectedRoutes: Record<string, Expected> = {
  'POST /auth/login': row('anybody', 'sign-in', 'identity.sign-in'),
  'POST /auth/logout': row('Client', 'act', 'identity.sign-out'),
  'GET /auth/cant-log-in': row('anybody', 'act'),
  'POST /auth/password-link': row('anybody', 'sign-in'),
  'POST /auth/set-password': row('anybody', 'sign-in', 'identity.set-password'),
  'POST /auth/forgot-password': row('anybody', 'mail', 'identity.forgot-password'),
  'POST /auth/email-link': row('anybody', 'sign-in'),
  'POST /auth/confirm-email': row('anybody', 'sign-in', 'identity.change-email'),
  'GET /profiles/me': row('Client', 'none'),
  'POST /profiles/me/accept-terms': row('Client', 'act'),
  'POST /profiles/me/email': row('Coach', 'mail', 'identity.change-email-asked'),
  'POST /profiles/me/password': row('Coach', 'sign-in', 'identity.change-password'),
  'POST /profiles/me/second-factor/start': row('Coach', 'sign-in'),
  'POST /profiles/me/second-factor/confirm': row('Coach', 'sign-in', 'identity.second-factor-on'),
  'POST /profiles/me/second-factor/recovery-codes': row('Coach', 'sign-in', 'identity.recovery-codes'),
  'POST /profiles/me/second-factor/remove': row('Coach', 'sign-in', 'identity.second-factor-off'),
  'GET /profiles/me/sign-ins': row('Coach', 'act'),
  'POST /profiles/me/sign-ins/end/:id': row('Coach', 'act', 'identity.end-sign-in'),

  'GET /profiles': row('Coach', 'act'),
  'GET /profiles/list-clients': row('Coach', 'act'),
  'GET /profiles/list-admins': row('Coach', 'act'),
  'GET /profiles/list-coaches': row('Coach', 'act'),
  'GET /profiles/count': row('Coach', 'act'),
  'GET /profiles/filter': row('Coach', 'act'),
  'GET /profiles/:id': row('Coach', 'act'),
  'POST /profiles': row('Coach', 'act', 'people.create'),
  'PUT /profiles/:id': row('Coach', 'act', 'people.update'),
  'DELETE /profiles/:id': row('OrgAdmin', 'act', 'people.delete'),
  'POST /profiles/restore/:id': row('OrgAdmin', 'act', 'people.restore'),
  'POST /profiles/send-login-email/:id': row('Coach', 'mail', 'people.login-email'),
  'POST /profiles/reset-second-factor/:id': row('OrgAdmin', 'act', 'people.reset-second-factor'),

  'GET /privacy/erasure/:id': row('OrgAdmin', 'act'),
  'POST /privacy/erasure/:id': row('OrgAdmin', 'act', 'people.delete', 'people.erase'),

  'GET /privacy/holds': row('Admin', 'act'),
  'POST /privacy/holds': row('Admin', 'act', 'privacy.hold'),
  'POST /privacy/holds/end/:id': row('Admin', 'act', 'privacy.hold-end'),
  'GET /privacy/copies/:id': row('OrgAdmin', 'act'),
  'POST /privacy/copies/:id': row('OrgAdmin', 'act', 'privacy.copy'),
  'GET /privacy/copies/address/:id': row('OrgAdmin', 'act'),

  'POST /imports': row('OrgAdmin', 'upload'),
  'GET /imports/:id': row('OrgAdmin', 'act'),
  'GET /imports/:id/rows': row('OrgAdmin', 'act'),
  'GET /imports/:id/errors': row('OrgAdmin', 'act'),
  'POST /imports/run/:id': row('OrgAdmin', 'act', 'people.import-run', 'people.create', 'people.import-done'),
  'POST /imports/stop/:id': row('OrgAdmin', 'act', 'people.import-stop'),

  'GET /organizations': row('Coach', 'act'),
  'GET /organizations/:id': row('Coach', 'act'),
  'POST /organizations/create': row('Admin', 'act', 'organizations.create'),
  'POST /organizations/update/:id': row('OrgAdmin', 'act', 'organizations.update'),

  'GET /sessions': row('Coach', 'act'),
  'GET /sessions/export': row('Coach', 'upload', 'sessions.export'),
  'GET /sessions/filter': row('Coach', 'act'),
  'GET /sessions/calendar': row('Coach', 'act'),
  'GET /sessions/busy': row('Coach', 'act'),
  'GET /sessions/progress': row('Coach', 'act'),
  'GET /sessions/today': row('OrgAdmin', 'act'),
  'GET /sessions/future/:id': row('OrgAdmin', 'act'),
  'GET /sessions/person/:id': row('Coach', 'act'),
  'GET /sessions/:id': row('Coach', 'act'),
  'GET /sessions/:id/history': row('Coach', 'act'),
  'GET /sessions/:id/calendar-file': row('Coach', 'act'),
  'GET /sessions/:id/details': row('Coach', 'act'),
  'POST /sessions/copy-link/:id': row('Coach', 'act', 'sessions.link-copied'),
  'POST /sessions/revoke-link/:id': row('Coach', 'mail', 'sessions.link-revoked'),
  'POST /sessions/create': row('Coach', 'act', 'sessions.create'),
  'POST /sessions/update/:id': row('Coach', 'act', 'sessions.update'),
  'POST /sessions/cancel/:id': row('Coach', 'act', 'sessions.cancel'),
  'POST /sessions/complete/:id': row('Coach', 'act', 'sessions.complete'),
  'POST /sessions/correct/:id': row('OrgAdmin', 'act', 'sessions.correct'),
  'POST /sessions/undo/:id': row('Coach', 'act', 'sessions.undo'),

  'GET /profiles/me/calendar-feed': row('Coach', 'act'),
  'POST /profiles/me/calendar-feed': row('Coach', 'act', 'sessions.calendar-feed'),
  'POST /profiles/me/calendar-feed/end': row('Coach', 'act', 'sessions.calendar-feed-end'),
  'GET /calendar/feed/:secret': row('anybody', 'act'),

  'GET /sessions/join/:id': row('Coach', 'act'),
  'GET /calls/:id/presence': row('Coach', 'act'),
  'POST /calls/:id/report': orGuest('Coach', 'mail', 'calls.report'),
  'PUT /calls/:id/hand': orGuest('Coach', 'act'),
  'PUT /calls/:id/shown': orGuest('Coach', 'act'),
  'GET /calls/reports': row('Admin', 'act'),
  'GET /calls/reports/:id': row('Admin', 'act'),
  'GET /chat/:sessionId/messages': orGuest('Coach', 'act'),
  'POST /chat/:sessionId/messages': orGuest('Coach', 'act'),
  'POST /chat/:sessionId/files': orGuest('Coach', 'upload'),
  'GET /chat/:sessionId/files/:sid': orGuest('Coach', 'act'),
  'POST /stream/connect': orGuest('Coach', 'stream'),
  'POST /stream/signal': orGuest('Coach', 'stream'),
  'GET /stream/:sessionId': orGuest('Coach', 'act'),
  'POST /stream/show': row('Coach', 'act'),
  'POST /stream/control': row('Coach', 'act'),
  'GET /assessment/wa/:sessionId/:userId/responses': row('Coach', 'act', 'assessment.read'),
  'POST /assessment/:sessionId/:userId': row('Coach', 'act'),
  'GET /assessment/:sessionId/:userId/history': row('Coach', 'act', 'assessment.read'),
  'GET /assessment/rubrics/:version': row('Coach', 'act'),
  'GET /assessment/:sessionId/:userId/moments': row('Coach', 'act', 'assessment.read'),
  'PUT /assessment/:sessionId/:userId/moments/:momentId': row('Coach', 'act'),
  'DELETE /assessment/:sessionId/:userId/moments/:momentId': row('Coach', 'act'),
  'GET /assessment/progress/:userId': row('Coach', 'act', 'assessment.read'),
  'GET /assessment/progress/:userId/report': row('Coach', 'upload', 'assessment.read'),
  'POST /assessment/progress/:userId/report': row('Coach', 'mail', 'assessment.report'),
  'GET /invoice/organization/:id': row('OrgAdmin', 'act'),
  'GET /invoice/invoice/:id': row('OrgAdmin', 'act'),
  'GET /invoice/pdf/:id': row('OrgAdmin', 'upload'),
  'GET /invoice/sessions/:id': row('OrgAdmin', 'act'),
  'GET /invoice/export/:id': row('OrgAdmin', 'upload', 'billing.export'),
  'GET /invoice/preview/:id': row('OrgAdmin', 'act'),
  'GET /invoice/pay/:id': row('OrgAdmin', 'act', 'billing.pay'),
  'GET /invoice/history/:id': row('OrgAdmin', 'act'),
  'GET /invoice/refunds': row('Admin', 'act'),
  'POST /hooks/stripe': row('anybody', 'none'),
  'POST /invoice/update/:id': row('Admin', 'act', 'billing.status'),
  'POST /invoice/reissue/:id': row('Admin', 'act', 'billing.reissue', 'billing.reissue'),
  'GET /assessment/aggregates': row('OrgAdmin', 'act'),
  'GET /assessment/scores': row('Coach', 'act'),
  // The URL itself is the proof, and is valid for a minute.
  'GET /chat/download/:token': row('anybody', 'act'),
  'GET /privacy/copies/fetch/:token': row('anybody', 'act', 'privacy.copy-fetch'),
  // The front proxy and LiveKit call these; each request carries its own proof.
  'GET /calls/admission': row('anybody', 'none'),
  'POST /hooks/livekit': row('anybody', 'none'),
  'GET /guest/session': row('a guest', 'act'),
  'GET /guest/calendar-file': row('a guest', 'act'),
  'GET /guest/admission': row('a guest', 'act'),
  'POST /guest/admission': row('a guest', 'act', 'calls.ask'),
  'POST /guest/admission/here': row('a guest', 'act'),
  'GET /guest/join': row('a guest let in', 'act'),
  'POST /guest/trial': row('a guest', 'mail'),
  'POST /calls/trial': row('Coach', 'mail'),
  'GET /calls/waiting': row('Coach', 'act'),
  'POST /calls/admissions/:id': row('Coach', 'act', 'calls.admit'),
  'POST /calls/remove/:id': row('Coach', 'act', 'calls.remove'),
  'POST /calls/mute/:id': row('Coach', 'act'),

  'GET /content/announcements': row('anybody', 'act'),
  'GET /content/terms': row('anybody', 'act'),
  'GET /content/privacy': row('anybody', 'act'),
  // Without a sign-in it answers with the clients' help only.
  'GET /content/help': row('anybody', 'act'),
  'GET /content/changes': row('anybody', 'act'),
  // An <img> sends no token.
  'GET /content/pictures/:id': row('anybody', 'act'),
  'GET /content/training': row('Coach', 'act'),
  'GET /content/training/:tag': row('Coach', 'act'),
  'GET /content/assessment': row('Coach', 'act'),
  'GET /resources/installer': row('Coach', 'act'),
  'GET /resources/installers': row('Coach', 'act'),

  'GET /live': row('Coach', 'act'),
  'GET /audit': row('OrgAdmin', 'act'),
  'GET /audit/file': row('OrgAdmin', 'upload'),
  'GET /mails': row('Admin', 'act'),
  'POST /operations/web-errors': row('anybody', 'report'),
  'GET /health': row('anybody', 'none'),
  'GET /ready': row('anybody', 'none'),
}

/** The pages of the API reference, which are open to everybody and not part of the API. */
export const otherRoutes = [
  'GET /api/openapi.json',
  'GET /api/reference',
  'GET /api/reference*',
  'GET /api/reference/start.js',
]
