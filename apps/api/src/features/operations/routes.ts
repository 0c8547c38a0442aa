import { sql } from 'kysely'
import { live } from '@parley/contract/wire/live.ts'
import * as contract from '@parley/contract/operations.ts'
import { heardBy, signInAudience } from '#platform/live/audiences.ts'
import { serve } from '#platform/http/http.ts'
import { loggedPath, maskSecrets } from '#platform/process/log.ts'
import { problem } from '#platform/http/problem.ts'
import { auditFile } from './audit-file.ts'
import { listAudit } from './audit-log.ts'
import { listMails } from './mails.ts'

export const operationsRoutes = [
  serve(contract.listAudit, (ctx, { query }) => listAudit(ctx, query)),
  serve(contract.auditFile, (ctx, { query }) => auditFile(ctx, query)),
  serve(contract.listMails, (ctx, { query }) => listMails(ctx, query)),
  serve(
    live,
    ({ principal, platform }) =>
      (sink) =>
        platform.live.listen({
          grant: signInAudience(principal.tokenHash),
          hears: heardBy(principal),
          ...sink,
        }),
  ),
  serve(contract.reportWebError, ({ platform, requestId, agent }, { body }) => {
    platform.log.error(
      {
        requestId,
        agent,
        message: maskSecrets(body.message),
        stack: maskSecrets(body.stack ?? ''),
        path: loggedPath(body.path),
      },
      'error in the web',
    )
    return {}
  }),
  serve(contract.health, () => ({ status: 'ok' as const })),
  serve(contract.ready, async ({ db, platform }) => {
    if (platform.drain.isBegun) throw problem('engine_away')
    await sql`select 1`.execute(db)
    return { status: 'ready' as const, redis: platform.redis.isReady ? ('up' as const) : ('away' as const) }
  }),
]
