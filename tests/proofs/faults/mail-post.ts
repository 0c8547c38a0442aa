import { queueLinkMail } from '@parley/api/features/identity/identity.ts'
import { openDatabase } from '@parley/api/platform/database/database.ts'
import { herePlaces } from '../../../scripts/engines/places.ts'
import { cloneDatabase, worldPatienceMs } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { makers } from '../../support/make.ts'
import { startRedis, startWorker, type Running } from '../../support/engines/processes.ts'
import { startSmtpRelay, type SmtpStep } from '../../support/relays/smtp-relay.ts'
import { startStatementRelay, type Passing } from '../../support/relays/statement-relay.ts'

/** When a worker is killed: at a step of the SMTP conversation, or at a message to or from PostgreSQL. */
export type Trap = { smtp: (step: SmtpStep) => boolean } | { sql: (passing: Passing) => boolean }

export interface SentMail {
  id: string
  address: string
}

export type Post = Awaited<ReturnType<typeof openPost>>

const recoveryMs = 60_000
const config = { origin: 'http://127.0.0.1:8080', linkKey: Buffer.alloc(32, 'mail-kill') }

/**
 * One worker with a relay to the mail server and one to the database. A trap sends it SIGKILL at the moment when a message
 * passes a relay, and that message never arrives.
 */
export async function openPost() {
  // Long because the trap, the worker and the engines belong together.
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const redis = stack.use(await startRedis())
  const database = openDatabase(cloned.appUrl, 4, () => {}, { patienceMs: worldPatienceMs })
  stack.defer(database.close)
  const make = makers(database.db, Date.now)
  const { ports } = herePlaces()

  let trap: Trap | undefined
  let worker: Running | undefined
  const spring = (): 'hold' => {
    trap = undefined
    worker?.send('SIGKILL')
    return 'hold'
  }
  const smtp = stack.use(
    await startSmtpRelay({ port: ports.smtp }, (step) =>
      trap && 'smtp' in trap && trap.smtp(step) ? spring() : 'pass',
    ),
  )
  const sql = stack.use(
    await startStatementRelay({ port: ports.postgres }, (passing) =>
      trap && 'sql' in trap && trap.sql(passing) ? spring() : 'pass',
    ),
  )
  stack.defer(async () => worker?.stop('SIGKILL'))

  const organization = await make.organization()
  const owned = stack.move()
  return {
    db: database.db,
    smtp,
    linkKey: config.linkKey,

    /** Starts the worker, or a new one after a kill. */
    async startWorker(): Promise<void> {
      worker = await startWorker({
        databaseUrl: cloned.appUrl.replace(`:${ports.postgres}/`, `:${sql.port}/`),
        redisUrl: redis.url,
        settings: {
          SMTP_URL: smtp.url,
          PARLEY_ORIGIN: config.origin,
          PARLEY_LINK_KEY: config.linkKey.toString('base64'),
        },
      })
    },

    /** Sets the trap, queues mails and waits until the trap has killed the worker. */
    async killWith(next: Trap, count: number): Promise<SentMail[]> {
      trap = next
      const mails = []
      for (let i = 0; i < count; i += 1) mails.push(await queueOne())
      await eventually(
        () => worker?.isAlive(),
        (isAlive) => !isAlive,
        recoveryMs,
      )
      return mails
    },

    untilSent: (mails: readonly SentMail[]) =>
      eventually(
        () =>
          database.db
            .selectFrom('mails')
            .select(['id', 'state', 'attempts', 'log'])
            .where(
              'id',
              'in',
              mails.map(({ id }) => id),
            )
            .execute(),
        (rows) => rows.every(({ state }) => state === 'sent'),
        recoveryMs,
      ),

    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }

  async function queueOne(): Promise<SentMail> {
    const { id: personId, email } = await make.person({ level: 'Coach', organization_id: organization.id })
    const mail = { kind: 'login', personId, organizationId: organization.id, to: email } as const
    const id = await database.db
      .transaction()
      .execute((tx) => queueLinkMail(tx, config, mail, { purpose: 'set-password' }, Date.now()))
    if (!id) throw new Error('no mail was made')
    return { id, address: email }
  }
}
