import { sql } from 'kysely'
import { linkKeysOf, type Config } from '#platform/process/config.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { queueMail, type MailParts, type MailToSend, type NewMail } from '#platform/mail/mail.ts'
import { hashOf, mailSecret } from '#platform/identity/secrets.ts'

/** How long a link is valid (docs/rules.md §2). */
const linkLifeMs = 24 * 3_600_000

export type Purpose = { purpose: 'set-password' } | { purpose: 'confirm-email'; address: string }

/** Stores the hash of a link and ends the previous link for the same purpose. */
export async function storeLink(
  tx: Db,
  personId: string,
  secret: string,
  link: Purpose,
  now: number,
): Promise<void> {
  await endLinks(tx, personId, link.purpose)
  await tx
    .insertInto('one_time_links')
    .values({
      token_hash: hashOf(secret),
      person_id: personId,
      purpose: link.purpose,
      detail: link.purpose === 'confirm-email' ? link.address : null,
      created_at: new Date(now),
      expires_at: new Date(now + linkLifeMs),
    })
    .execute()
}

export async function endLinks(tx: Db, personId: string, purpose: Purpose['purpose']): Promise<void> {
  await tx
    .deleteFrom('one_time_links')
    .where('person_id', '=', personId)
    .where('purpose', '=', purpose)
    .execute()
}

/**
 * Queues a mail with a link. The link's hash, the mail and its job are committed together. The secret is derived from the
 * mail's seed when the mail is sent.
 */
export async function queueLinkMail(
  tx: Db,
  config: Pick<Config, 'origin' | 'linkKey'>,
  mail: NewMail & { personId: string },
  link: Purpose,
  now: number,
): Promise<string | undefined> {
  const mailId = await queueMail(tx, config, mail, now)
  if (!mailId) return undefined
  const { link_seed } = await tx
    .updateTable('mails')
    .set({ link_seed: sql`gen_random_uuid()` })
    .where('id', '=', mailId)
    .returning('link_seed')
    .executeTakeFirstOrThrow()
  await storeLink(tx, mail.personId, mailSecret(config.linkKey, String(link_seed)), link, now)
  return mailId
}

type MailsPlatform = Pick<Platform, 'config' | 'database' | 'clock'>

/** The parts of identity's mails, filled in when they are sent. A mail whose link has ended while it waited is not sent. */
export function identityMails({ config, database, clock }: MailsPlatform) {
  const linkTo =
    (page: string) =>
    async (mail: MailToSend): Promise<MailParts> => {
      const { link_seed } = await database.db
        .selectFrom('mails')
        .select('link_seed')
        .where('id', '=', mail.id)
        .executeTakeFirstOrThrow()
      // The link of a mail that was queued before a key change was made with the previous key.
      const secrets = linkKeysOf(config).map((key) => mailSecret(key, String(link_seed)))
      const alive = await database.db
        .selectFrom('one_time_links')
        .select('token_hash')
        .where('token_hash', 'in', secrets.map(hashOf))
        .where('expires_at', '>', new Date(clock()))
        .executeTakeFirst()
      const secret = secrets.find((one) => alive?.token_hash.equals(hashOf(one)))
      if (!secret) return { unwanted: 'Its link had ended before it was sent.' }
      return { url: `${config.origin}/${page}/${secret}` }
    }
  return {
    login: linkTo('set-password'),
    'forgot-password': linkTo('set-password'),
    'confirm-email': linkTo('confirm-email'),
    'email-changed': () => ({}),
  }
}
