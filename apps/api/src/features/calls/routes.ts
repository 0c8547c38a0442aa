import * as record from '@parley/contract/call-record.ts'
import * as contract from '@parley/contract/calls.ts'
import { serve } from '#platform/http.ts'
import { guestCalendarFile, guestEntry } from './guest-entry.ts'
import { admitConnect, joinSession } from './joining.ts'
import { readPresence } from './presence-read.ts'
import { takeMediaEvent } from './presence.ts'

export const callsRoutes = [
  serve(contract.guestEntry, (ctx) => guestEntry(ctx)),
  serve(contract.guestCalendarFile, (ctx, { query }) => guestCalendarFile(ctx, query.time_zone)),
  serve(contract.joinSession, (ctx, { params }) => joinSession(ctx, params.id)),
  serve(contract.callAdmission, (ctx) => admitConnect(ctx)),
  serve(record.readPresence, (ctx, { params }) => readPresence(ctx, params.id)),
  serve(contract.mediaEvent, (ctx, { bytes }) => takeMediaEvent(ctx, bytes)),
]
