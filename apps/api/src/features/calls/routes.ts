import * as contract from '@parley/contract/calls.ts'
import { serve } from '#platform/http.ts'
import { guestCalendarFile, guestEntry } from './guest-entry.ts'

export const callsRoutes = [
  serve(contract.guestEntry, (ctx) => guestEntry(ctx)),
  serve(contract.guestCalendarFile, (ctx, { query }) => guestCalendarFile(ctx, query.time_zone)),
]
