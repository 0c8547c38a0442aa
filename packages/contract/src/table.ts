import * as assessment from './assessment/assessment.ts'
import * as billing from './billing.ts'
import * as callRecord from './calls/call-record.ts'
import * as callReports from './calls/call-reports.ts'
import * as calls from './calls/calls.ts'
import * as chat from './chat.ts'
import * as content from './content/content.ts'
import * as identity from './identity.ts'
import * as moments from './assessment/moments.ts'
import * as live from './wire/live.ts'
import * as operations from './operations.ts'
import * as organizations from './organizations.ts'
import * as people from './people.ts'
import * as privacy from './privacy.ts'
import * as progress from './assessment/progress.ts'
import * as sessionDetails from './sessions/session-details.ts'
import * as sessions from './sessions/sessions.ts'
import * as stream from './stream/stream.ts'
import * as written from './content/written.ts'
import type { Route } from './wire/route.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** The route table: every route of the product by name. */
export const table: Record<string, Route> = Object.fromEntries(
  [
    identity,
    people,
    organizations,
    sessions,
    sessionDetails,
    calls,
    callRecord,
    callReports,
    chat,
    stream,
    assessment,
    billing,
    moments,
    privacy,
    progress,
    content,
    written,
    live,
    operations,
  ].flatMap((feature) => Object.entries(feature).filter((pair): pair is [string, Route] => isRoute(pair[1]))),
)
