import type { Platform } from '#platform/context.ts'
import type { MailParts, MailToSend } from '#platform/mail.ts'
import type { ReportFigures } from './report-figures.ts'
import { drawReportApart, filenameOf } from './report.ts'

/** The report that goes out with its mail, drawn from what stood there when it was sent off. */
export const assessmentMails = ({ database: { db } }: Pick<Platform, 'database'>) => ({
  'assessment-report': async ({ detail }: MailToSend): Promise<MailParts> => {
    // Written by `sendReport` with its report's id.
    const { reportId } = detail as { reportId: string }
    const report = await db
      .selectFrom('assessment_reports as r')
      .innerJoin('people as p', 'p.id', 'r.sent_by')
      .select(['r.figures', 'p.first_name', 'p.last_name', 'p.username'])
      .where('r.id', '=', reportId)
      .executeTakeFirst()
    if (!report) return { unwanted: 'The report is gone.' }
    // Stored by `sendReport`, as this very type.
    const figures = report.figures as unknown as ReportFigures
    return {
      values: { sender: `${report.first_name} ${report.last_name}`.trim() || report.username },
      attachment: {
        filename: filenameOf(figures),
        contentType: 'application/pdf',
        content: await drawReportApart(figures),
      },
    }
  },
})
