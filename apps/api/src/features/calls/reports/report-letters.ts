import { personName } from '@parley/contract/rules/people/people.ts'
import type { Platform } from '#platform/process/context.ts'
import type { MailParts, MailToSend } from '#platform/mail/mail.ts'

const kindWords: Readonly<Record<string, string>> = {
  sound: 'sound',
  picture: 'picture',
  connection: 'connection',
  'screen-share': 'screen sharing',
  devices: 'camera or microphone',
  other: 'something else',
}

/** The mail that tells the support address about a report, with what the database holds when the mail goes out. */
export const callMails = ({ config, database: { db } }: Pick<Platform, 'config' | 'database'>) => ({
  'call-report': async ({ detail }: MailToSend): Promise<MailParts> => {
    // `reportCall` queues the mail with the id of its report.
    const { reportId } = detail as { reportId: string }
    const report = await db
      .selectFrom('call_reports as r')
      .innerJoin('people as p', 'p.id', 'r.by_id')
      .innerJoin('sessions as s', 's.id', 'r.session_id')
      .select(['r.kinds', 'r.text', 's.start_time', 'p.first_name', 'p.last_name', 'p.username'])
      .where('r.id', '=', reportId)
      .executeTakeFirst()
    if (!report) return { unwanted: 'The report is gone.' }
    return {
      recipient: 'Support',
      url: `${config.origin}/reports`,
      values: {
        reporter: personName(report),
        kinds: report.kinds.map((kind) => kindWords[kind] ?? kind).join(', '),
        text: report.text,
        start: `${report.start_time.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      },
    }
  },
})
