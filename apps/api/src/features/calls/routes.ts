import * as contract from '@parley/contract/calls.ts'
import { serve } from '#platform/http.ts'
import { guestCalendarFile, guestEntry } from './guest-entry.ts'
import { admitConnect, joinSession } from './joining.ts'
import { takeMediaEvent } from './presence.ts'

export const callsRoutes = [
  serve(contract.guestEntry, (ctx) => guestEntry(ctx)),
  serve(contract.guestCalendarFile, (ctx, { query }) => guestCalendarFile(ctx, query.time_zone)),
  serve(contract.joinSession, (ctx, { params }) => joinSession(ctx, params.id)),
  serve(contract.callAdmission, (ctx) => admitConnect(ctx)),
  serve(contract.mediaEvent, (ctx, { bytes }) => takeMediaEvent(ctx, bytes)),
]
