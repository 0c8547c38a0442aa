import { sendReport as entry } from '@parley/contract/assessment/progress.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import type { FileAnswer } from '#platform/http/answers.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { once, type Once } from '#platform/http/idempotency.ts'
import { lockPeople } from '#platform/database/locks.ts'
import { limitMail, queueMail } from '#platform/mail/mail.ts'
import { drawApart } from '#platform/pdf/draw-apart.ts'
import { problem } from '#platform/http/problem.ts'
import { auditPerson } from '#features/people/people.ts'
import {
  assessedClient,
  progressOfClient,
  readClient,
  type AssessedClient,
} from '#features/assessment/progress.ts'
import { reportFigures, type ReportFigures } from './report-figures.ts'

/** The page for the client, as a file. */
export async function reportOf(ctx: Context<Person>, userId: string): Promise<FileAnswer> {
  const { figures } = await figuresOf(ctx, await readClient(ctx, userId))
  return { filename: filenameOf(figures), type: 'application/pdf', content: await drawReportApart(figures) }
}

export const drawReportApart = (figures: ReportFigures): Promise<Buffer> =>
  drawApart(new URL('./drawing-thread.ts', import.meta.url), figures)

/** 'Progress Margarethe Öztürk-Lindqvist 2026-12-14.pdf'. */
export const filenameOf = ({ name, madeAt, zone }: ReportFigures): string =>
  `Progress ${name.replaceAll(/[/\\:]/g, ' ')} ${dayIn(Date.parse(madeAt), zone)}.pdf`

async function figuresOf(ctx: Context<Person>, client: AssessedClient) {
  const progress = await progressOfClient(ctx, client)
  const [newest] = progress.sessions
  if (!newest) throw problem('nothing_scored')
  return { newest, figures: reportFigures(progress, client, ctx.now) }
}

/** Sends the client their current report. Report, mail and audit entry are committed together or not at all. */
export function sendReport(ctx: Context<Person>, userId: string): Promise<Once<{ at: string }>> {
  const inside = (tx: Db) => ({ ...ctx, db: tx }) as Context<Person>
  return once(ctx, entry, userId, {
    authorize: async (tx) => {
      // Somebody who is deleted at the same moment gets no mail.
      await lockPeople(tx, { keep: [userId] })
      await assessedClient(inside(tx), userId)
    },
    work: async (tx) => {
      const client = await assessedClient(inside(tx), userId)
      if (client.deleted_at) throw problem('report_to_deleted')
      const { newest, figures } = await figuresOf(inside(tx), client)
      await limitMail(ctx.platform, { kind: 'assessment-report', to: client.email })
      const { id } = await tx
        .insertInto('assessment_reports')
        .values({
          person_id: client.id,
          session_id: newest.id,
          sent_by: ctx.principal.id,
          at: new Date(ctx.now),
          figures: JSON.stringify(figures),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await queueMail(
        tx,
        ctx.platform.config,
        {
          kind: 'assessment-report',
          personId: client.id,
          organizationId: client.organization_id,
          to: client.email,
          detail: { reportId: id },
        },
        ctx.now,
      )
      await auditPerson(tx, ctx, 'assessment.report', client)
      return { at: new Date(ctx.now).toISOString() }
    },
  })
}
