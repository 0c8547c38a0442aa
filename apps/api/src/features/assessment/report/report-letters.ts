import { personName } from '@parley/contract/rules/people/people.ts'
import type { Platform } from '#platform/process/context.ts'
import type { MailParts, MailToSend } from '#platform/mail/mail.ts'
import type { ReportFigures } from './report-figures.ts'
import { drawReportApart, filenameOf } from './report.ts'

/** The mail with the report attached, drawn from the figures that were stored when it was sent. */
export const assessmentMails = ({ database: { db } }: Pick<Platform, 'database'>) => ({
  'assessment-report': async ({ detail }: MailToSend): Promise<MailParts> => {
    // `sendReport` queues the mail with the id of its report.
    const { reportId } = detail as { reportId: string }
    const report = await db
      .selectFrom('assessment_reports as r')
      .innerJoin('people as p', 'p.id', 'r.sent_by')
      .select(['r.figures', 'p.first_name', 'p.last_name', 'p.username'])
      .where('r.id', '=', reportId)
      .executeTakeFirst()
    if (!report) return { unwanted: 'The report is gone.' }
    // `sendReport` stored it as this type.
    const figures = report.figures as unknown as ReportFigures
    return {
      values: { sender: personName(report) },
      attachment: {
        filename: filenameOf(figures),
        contentType: 'application/pdf',
        content: await drawReportApart(figures),
      },
    }
  },
})
