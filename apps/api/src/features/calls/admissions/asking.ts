import { sql } from 'kysely'
import type { Admission, Checked } from '@parley/contract/calls/calls.ts'
import {
  afterAsking,
  browsersPerLinkMax,
  promisedMs,
  waitingGoneMs,
  type AdmissionState,
} from '@parley/contract/rules/calls/admissions.ts'
import { guestStateOf } from '@parley/contract/rules/calls/guest-states.ts'
import { isJoinable } from '@parley/contract/rules/sessions/phases.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Guest } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { bindDevice } from '#platform/identity/device.ts'
import { lockPlace } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { stayedMs } from '#features/calls/record/presence-read.ts'
import { noteWaiting, tellCoach } from './waiting-browsers.ts'

interface JoinRequest {
  terms?: string | undefined
  consents: true
  checked?: Checked | undefined
}

/**
 * The admission state of the calling browser. Reading it binds nothing to the browser, because mail scanners open links too.
 */
export const guestAdmission = (ctx: Context<Guest>): Promise<Admission> => viewOf(ctx, ctx.principal.device)

/** 'Join Session': accepts the terms, binds the place to this browser and tells the coach. */
export async function askIn(ctx: Context<Guest>, { terms, checked }: JoinRequest): Promise<Admission> {
  const { principal: guest, now, db, platform } = ctx
  if (guestStateOf(guest.session, now) === 'early') throw problem('guest_link_early')
  const { version } = platform.texts.terms
  if (terms !== undefined && terms !== version) throw problem('terms_outdated')
  if (terms === undefined && !(await hasAccepted(db, guest.personId, version))) throw problem('terms_needed')
  const device = bindDevice(ctx)
  await inTransaction(db, async (tx) => {
    await lockPlace(tx, guest.sessionId, guest.personId)
    if (terms !== undefined) await acceptTerms(tx, guest.personId, version, now)
    const state = await writeState(tx, ctx, device, checked)
    if (state === 'waiting') await noteWaiting(tx, guest, device, now)
  })
  await tellCoach(platform, guest.sessionId)
  return viewOf(ctx, device)
}

/** Heartbeat of the waiting page. The coach is told again if it comes after a silence. */
export async function stillWaiting(ctx: Context<Guest>): Promise<Admission> {
  const { principal: guest, now, db, platform } = ctx
  const { device, sessionId, personId } = guest
  if (device === undefined || guest.admission === undefined) return viewOf(ctx, device)
  const entersUnasked =
    guest.admission === 'waiting' &&
    !guest.organization.hasWaitingRoom &&
    isJoinable(guest.session, now) &&
    !(await hasOtherBrowsers(db, guest, device))
  const wasGone = entersUnasked
    ? await inTransaction(db, async (tx) => {
        await lockPlace(tx, sessionId, personId)
        return (await writeState(tx, ctx, device)) === 'admitted'
      })
    : await noteSeen(db, guest, device, now)
  if (guest.admission === 'waiting') await noteWaiting(db, guest, device, now)
  if (wasGone) await tellCoach(platform, sessionId)
  return viewOf(ctx, device)
}

/** Only a client's first browser may enter unasked. Any other browser just waits, so its heartbeat needs no lock. */
async function hasOtherBrowsers(db: Db, { sessionId, personId }: Guest, device: string): Promise<boolean> {
  const other = await db
    .selectFrom('admissions')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('browser', '<>', device)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Returns whether the browser was silent for so long that the coach may have lost sight of it. */
async function noteSeen(db: Db, guest: Guest, device: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ before: Date }>`
    update admissions set seen_at = ${new Date(now)}
    where session_id = ${guest.sessionId} and person_id = ${guest.personId} and browser = ${device}
    returning old.seen_at as before`.execute(db)
  const [row] = rows
  return row !== undefined && row.before.getTime() < now - waitingGoneMs
}

/** Stores and returns the browser's new admission state. The caller holds the lock of the place. */
async function writeState(
  tx: Db,
  ctx: Context<Guest>,
  device: string,
  checked?: Checked,
): Promise<AdmissionState> {
  const { principal: guest, now } = ctx
  const { sessionId, personId } = guest
  const rows = await tx
    .selectFrom('admissions')
    .select(['browser', 'state', 'seen_at'])
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .execute()
  const own = rows.find(({ browser }) => browser === device)
  if (!own && rows.length >= browsersPerLinkMax) await makeRoom(tx, guest)
  const state = afterAsking(own?.state as AdmissionState | undefined, {
    isFirst: rows.every(({ browser }) => browser === device),
    hasWaitingRoom: guest.organization.hasWaitingRoom,
    isJoinable: isJoinable(guest.session, now),
  })
  const at = new Date(now)
  const isNews = own?.state !== state
  const written = {
    state,
    seen_at: at,
    ...(checked ? { checked: JSON.stringify(checked) } : {}),
    // A new state replaces the coach's earlier decision; an unasked entry counts as decided now.
    ...(isNews
      ? {
          asked_at: at,
          told_at: null,
          promised_at: null,
          decided_by: null,
          decided_at: state === 'admitted' ? at : null,
        }
      : {}),
  }
  await tx
    .insertInto('admissions')
    .values({ session_id: sessionId, person_id: personId, browser: device, asked_at: at, ...written })
    .onConflict((conflict) => conflict.columns(['session_id', 'person_id', 'browser']).doUpdateSet(written))
    .execute()
  if (isNews)
    await audit(tx, actorOf(ctx), now, {
      action: 'calls.ask',
      subjectKind: 'session',
      subjectId: sessionId,
      organizationId: guest.organizationId,
      detail: { state },
    })
  return state
}

/**
 * Opening a link in many browsers must not lock its client out: the browser that was silent for longest gives way. Browsers
 * that the coach has decided about stay, so that nobody who was sent away comes back as somebody new.
 */
async function makeRoom(tx: Db, { sessionId, personId }: Guest): Promise<void> {
  const gone = await sql`
    delete from admissions where id = (
      select id from admissions
      where session_id = ${sessionId} and person_id = ${personId} and state in ('waiting', 'replaced')
      order by seen_at, id limit 1)`.execute(tx)
  if (!gone.numAffectedRows) throw problem('too_many_devices')
}

async function viewOf(
  { db, platform, principal: guest, now }: Context<Guest>,
  device?: string,
): Promise<Admission> {
  const { version } = platform.texts.terms
  const { sessionId, personId } = guest
  const own =
    device === undefined
      ? undefined
      : await db
          .selectFrom('admissions as a')
          .select([
            'a.state',
            'a.asked_at',
            'a.told_at',
            'a.promised_at',
            isOtherDevice.as('is_other_device'),
          ])
          .where('a.session_id', '=', sessionId)
          .where('a.person_id', '=', personId)
          .where('a.browser', '=', device)
          .executeTakeFirst()
  return {
    state: (own?.state as AdmissionState | undefined) ?? 'none',
    since: own?.asked_at.toISOString() ?? null,
    told_at: own?.told_at?.toISOString() ?? null,
    is_other_device: own?.is_other_device ?? false,
    is_coach_joining: own?.state === 'waiting' && isPromised(own.promised_at, now),
    // The waiting page polls every few seconds and does not show `stayed_ms`.
    stayed_ms: own === undefined || own.state === 'waiting' ? 0 : await stayedMs(db, guest, now),
    terms: { version, is_accepted: await hasAccepted(db, personId, version) },
  }
}

export const isPromised = (promisedAt: Date | null, now: number): boolean =>
  promisedAt !== null && now - promisedAt.getTime() < promisedMs

/** Whether another browser asked through the same link before admission `a`. */
export const isOtherDevice = sql<boolean>`exists (
  select from admissions b where b.session_id = a.session_id and b.person_id = a.person_id
    and b.id <> a.id and b.id < a.id)`

async function hasAccepted(db: Db, personId: string, version: string): Promise<boolean> {
  const row = await db
    .selectFrom('eula_acceptances')
    .select('version')
    .where('person_id', '=', personId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row !== undefined
}

const acceptTerms = (tx: Db, personId: string, version: string, now: number) =>
  tx
    .insertInto('eula_acceptances')
    .values({ person_id: personId, version, accepted_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
