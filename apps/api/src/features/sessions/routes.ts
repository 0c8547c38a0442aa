import * as details from '@parley/contract/sessions/session-details.ts'
import * as contract from '@parley/contract/sessions/sessions.ts'
import { serve } from '#platform/http/http.ts'
import { createSession } from './booking/booking.ts'
import { busyTimes } from './booking/busy.ts'
import { calendarSessions, scheduledToday } from './calendar/calendar.ts'
import { filterSessions } from './list/filter-options.ts'
import { sessionHistory } from './booking/history.ts'
import { exportSessions } from './list/export.ts'
import { listSessions } from './list/list.ts'
import { futureSessions, personSessions } from './list/person-sessions.ts'
import { sessionProgress } from './list/progress.ts'
import {
  calendarFeed,
  calendarFeedState,
  endCalendarFeed,
  makeCalendarFeed,
} from './calendar/calendar-feed.ts'
import { sessionCalendarFile } from './calendar/calendar-file.ts'
import { copyClientLink, revokeClientLink } from './guests/client-link.ts'
import { sessionDetails } from './session-details.ts'
import { getSession } from './sessions.ts'
import { cancelSession, completeSession, correctSession } from './booking/status.ts'
import { undoStatus } from './booking/undo.ts'
import { updateSession } from './booking/update.ts'

export const sessionsRoutes = [
  serve(contract.listSessions, (ctx, { query }) => listSessions(ctx, query)),
  serve(contract.exportSessions, (ctx, { query }) => exportSessions(ctx, query)),
  serve(contract.filterSessions, (ctx, { query }) => filterSessions(ctx, query)),
  serve(contract.calendarSessions, (ctx, { query }) => calendarSessions(ctx, query)),
  serve(contract.sessionProgress, (ctx, { query }) => sessionProgress(ctx, query)),
  serve(contract.scheduledToday, (ctx, { query }) => scheduledToday(ctx, query)),
  serve(contract.futureSessions, (ctx, { params }) => futureSessions(ctx, params.id)),
  serve(contract.personSessions, (ctx, { params, query }) => personSessions(ctx, params.id, query.when)),
  serve(contract.busyTimes, (ctx, { query }) => busyTimes(ctx, query)),
  serve(contract.getSession, (ctx, { params }) => getSession(ctx, params.id)),
  serve(contract.sessionHistory, (ctx, { params }) => sessionHistory(ctx, params.id)),
  serve(details.sessionDetails, (ctx, { params }) => sessionDetails(ctx, params.id)),
  serve(details.copyClientLink, (ctx, { params }) => copyClientLink(ctx, params.id)),
  serve(details.revokeClientLink, (ctx, { params }) => revokeClientLink(ctx, params.id)),
  serve(contract.createSession, (ctx, { body }) => createSession(ctx, body)),
  serve(contract.updateSession, (ctx, { params, body }) => updateSession(ctx, params.id, body)),
  serve(contract.cancelSession, (ctx, { params, body }) => cancelSession(ctx, params.id, body)),
  serve(contract.completeSession, (ctx, { params }) => completeSession(ctx, params.id)),
  serve(contract.correctSession, (ctx, { params, body }) => correctSession(ctx, params.id, body)),
  serve(contract.undoSession, (ctx, { params }) => undoStatus(ctx, params.id)),
  serve(contract.sessionCalendarFile, (ctx, { params }) => sessionCalendarFile(ctx, params.id)),
  serve(contract.makeCalendarFeed, (ctx) => makeCalendarFeed(ctx)),
  serve(contract.endCalendarFeed, (ctx) => endCalendarFeed(ctx)),
  serve(contract.calendarFeedState, (ctx) => calendarFeedState(ctx)),
  serve(contract.calendarFeed, (ctx, { params }) => calendarFeed(ctx, params.secret)),
]
