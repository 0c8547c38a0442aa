import * as record from '@parley/contract/calls/call-record.ts'
import * as reports from '@parley/contract/calls/call-reports.ts'
import * as contract from '@parley/contract/calls/calls.ts'
import { serve } from '#platform/http/http.ts'
import { guestCalendarFile, guestEntry } from './guest-entry.ts'
import { askIn, guestAdmission, stillWaiting } from './admissions/asking.ts'
import { decideAdmission, waitingGuests } from './admissions/deciding.ts'
import { muteInCall, removeFromCall } from './admissions/removing.ts'
import { raiseHand, tellShown } from './hands.ts'
import { admitConnect, joinAsGuest, joinSession } from './joining.ts'
import { readPresence } from './record/presence-read.ts'
import { listReports, readReport, reportCall } from './reports/reports.ts'
import { takeMediaEvent } from './presence.ts'
import { tryAsGuest, tryConnection } from './trial.ts'

export const callsRoutes = [
  serve(contract.guestEntry, (ctx) => guestEntry(ctx)),
  serve(contract.guestCalendarFile, (ctx, { query }) => guestCalendarFile(ctx, query.time_zone)),
  serve(contract.guestAdmission, (ctx) => guestAdmission(ctx)),
  serve(contract.askIn, (ctx, { body }) => askIn(ctx, body)),
  serve(contract.stillWaiting, (ctx) => stillWaiting(ctx)),
  serve(contract.guestJoin, (ctx, { query }) => joinAsGuest(ctx, query.application)),
  serve(contract.waitingGuests, (ctx) => waitingGuests(ctx)),
  serve(contract.decideAdmission, (ctx, { params, body }) => decideAdmission(ctx, params.id, body.admit)),
  serve(contract.removeFromCall, (ctx, { params, body }) => removeFromCall(ctx, params.id, body.person_id)),
  serve(contract.muteInCall, (ctx, { params, body }) => muteInCall(ctx, params.id, body.person_id)),
  serve(contract.raiseHand, (ctx, { params, body }) => raiseHand(ctx, params.id, body.is_up)),
  serve(contract.tellShown, (ctx, { params }) => tellShown(ctx, params.id)),
  serve(contract.joinSession, (ctx, { params, query }) => joinSession(ctx, params.id, query.application)),
  serve(contract.tryConnection, (ctx) => tryConnection(ctx)),
  serve(contract.guestTryConnection, (ctx) => tryAsGuest(ctx)),
  serve(contract.callAdmission, (ctx) => admitConnect(ctx)),
  serve(record.readPresence, (ctx, { params }) => readPresence(ctx, params.id)),
  serve(reports.reportCall, (ctx, { params, body }) => reportCall(ctx, params.id, body)),
  serve(reports.listReports, (ctx, { query }) => listReports(ctx, query)),
  serve(reports.readReport, (ctx, { params }) => readReport(ctx, params.id)),
  serve(contract.mediaEvent, (ctx, { bytes }) => takeMediaEvent(ctx, bytes)),
]
