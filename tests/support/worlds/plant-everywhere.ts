import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '@parley/api/platform/database/database.ts'
import type { TestPerson } from '../make.ts'
import { at, type sessionsWorld } from './sessions-world.ts'
import type { Stack } from '../stack.ts'

type World = Awaited<ReturnType<typeof sessionsWorld>>

/** A word that occurs nowhere else. */
export const plantedWord = 'quokkaberry'

/** Makes a client and writes every kind of data about them and their session, with the word in every text. */
export async function plantEverywhere(
  stack: Stack,
  { coach, organization }: Pick<World, 'coach' | 'organization'>,
) {
  // Long because it is one list: a row for each table.
  const { db } = stack
  const client = await stack.make.person({
    level: 'Client',
    organization_id: organization.id,
    coach_id: coach.id,
    first_name: `Ana ${plantedWord}`,
    last_name: plantedWord,
    username: `ana.${plantedWord}`,
  })
  const session = await stack.make.session({
    coach,
    client,
    start: at('15:00', '2026-11-10'),
    status: 'Completed',
    title: `About ${plantedWord}`,
  })
  const at_ = new Date(stack.clock.now())
  const ids = { session_id: session.id, person_id: client.id }
  const bytes = Buffer.from(`${plantedWord}${randomUUID()}`)
  await db
    .insertInto('session_history')
    .values({
      session_id: session.id,
      at: at_,
      by_id: coach.id,
      action: 'corrected',
      changes: JSON.stringify({
        title: { from: plantedWord, to: plantedWord },
        reason: plantedWord,
        status: { from: 'NoShow', to: 'Completed' },
      }),
    })
    .execute()
  await db.insertInto('chats').values({ session_id: session.id, messages: 3 }).execute()
  await db
    .insertInto('legal_holds')
    .values({ person_id: client.id, reason: plantedWord, until: at_, made_by: coach.id, made_at: at_ })
    .execute()
  const file = await db
    .insertInto('chat_files')
    .values({
      session_id: session.id,
      author_id: client.id,
      filename: `${plantedWord}.pdf`,
      size_bytes: 5,
      begun_at: at_,
      stored_at: at_,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await stack.platform.files.put(`chat/${session.id}/${file.id}`, Readable.from([Buffer.from(plantedWord)]))
  const message = { session_id: session.id, created_at: at_ }
  await db
    .insertInto('chat_messages')
    .values([
      {
        ...message,
        number: 1,
        author_id: client.id,
        client_id: randomUUID(),
        type: 'text',
        body: plantedWord,
      },
      {
        ...message,
        number: 2,
        author_id: coach.id,
        client_id: randomUUID(),
        type: 'text',
        body: `You said ${plantedWord}`,
      },
      {
        ...message,
        number: 3,
        author_id: client.id,
        client_id: randomUUID(),
        type: 'media',
        body: '',
        file_id: file.id,
      },
    ])
    .execute()
  await db
    .insertInto('admissions')
    .values({ ...ids, browser: plantedWord, state: 'admitted', asked_at: at_, seen_at: at_ })
    .execute()
  await db
    .insertInto('presence')
    .values({ ...ids, connection: randomUUID(), joined_at: at_, left_at: at_ })
    .execute()
  await db
    .insertInto('call_reports')
    .values({
      session_id: session.id,
      by_id: coach.id,
      at: at_,
      kinds: ['sound'],
      text: plantedWord,
      statistics: '{}',
      timeline: '[]',
    })
    .execute()
  const rubric = await db.selectFrom('rubrics').select('version').executeTakeFirst()
  if (!rubric) await db.insertInto('rubrics').values({ version: 1, rubric: '{}' }).execute()
  await db
    .insertInto('assessments')
    .values({ ...ids, rubric_version: rubric?.version ?? 1, changes: 2 })
    .execute()
  await db
    .insertInto('assessment_answers')
    .values([
      { ...ids, conversation: 0, path: 'notes', data: plantedWord, number: 1 },
      { ...ids, conversation: 0, path: 'clarity/one', value: true, number: 2 },
    ])
    .execute()
  await db
    .insertInto('assessment_changes')
    .values({
      ...ids,
      number: 1,
      conversation: 0,
      path: 'notes',
      data: plantedWord,
      by_id: coach.id,
      at: at_,
    })
    .execute()
  await db
    .insertInto('assessment_moments')
    .values({
      ...ids,
      id: randomUUID(),
      conversation: 0,
      path: 'clarity/one',
      at: at_,
      note: plantedWord,
      by_id: coach.id,
    })
    .execute()
  await db
    .insertInto('assessment_reports')
    .values({
      ...ids,
      sent_by: coach.id,
      at: at_,
      figures: JSON.stringify({ words: plantedWord }),
    })
    .execute()
  await db
    .insertInto('mails')
    .values({
      id: randomUUID(),
      message_id: randomUUID(),
      kind: 'session-invitation',
      person_id: client.id,
      to_address: `${plantedWord}@example.test`,
      created_at: at_,
      session_id: session.id,
      log: JSON.stringify([{ answer: plantedWord }]),
      last_error: plantedWord,
    })
    .execute()
  const imported = await db
    .insertInto('imports')
    .values({
      by_id: client.id,
      filename: `${plantedWord}.csv`,
      columns: [plantedWord],
      delimiter: ',',
      state: 'preview',
      created_at: at_,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = {
    import_id: imported.id,
    first_name: plantedWord,
    last_name: plantedWord,
    coach_username: plantedWord,
    time_zone: '',
    organization: plantedWord,
  }
  await db
    .insertInto('import_rows')
    .values([
      {
        ...row,
        row: 1,
        username: client.username,
        email: client.email,
        state: 'written',
        person_id: client.id,
      },
      {
        ...row,
        row: 2,
        username: client.username,
        email: '',
        state: 'error',
        error_field: 'username',
        error_message: 'Taken',
      },
    ])
    .execute()
  const answered = { key: 'a', request_hash: bytes, status: 200, created_at: at_ }
  await db
    .insertInto('idempotency_keys')
    .values([
      {
        ...answered,
        person_id: client.id,
        route: 'POST /guest/admission',
        response: JSON.stringify({ name: plantedWord }),
      },
      {
        ...answered,
        person_id: coach.id,
        route: 'POST /profiles',
        request_hash: Buffer.from(randomUUID()),
        response: JSON.stringify({ id: client.id, first_name: plantedWord }),
      },
    ])
    .execute()
  await signIn(db, client, at_)
  await db
    .insertInto('audit_log')
    .values([
      {
        at: at_,
        by_id: client.id,
        address: '203.0.113.9',
        action: 'calls.ask',
        subject_kind: 'session',
        subject_id: session.id,
      },
      {
        at: at_,
        by_id: null,
        address: '203.0.113.9',
        action: 'identity.sign-in-refused',
        subject_kind: 'person',
        subject_id: client.id,
      },
    ])
    .execute()
  await sql`select graphile_worker.add_job('identity.forgot-password', ${JSON.stringify({ name: client.username })}::json,
    run_at => now() + interval '1 year')`.execute(db)
  return { client, session }
}

/** Adds sign-in data, as if the client had been staff before. */
async function signIn(db: Db, person: TestPerson, when: Date): Promise<void> {
  const owner = { person_id: person.id }
  const secret = () => Buffer.from(`${plantedWord} ${randomUUID()}`)
  await db
    .insertInto('credentials')
    .values({ ...owner, password_hash: plantedWord, password_set_at: when })
    .onConflict((it) => it.doNothing())
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ ...owner, code_sealed: secret() })
    .execute()
  await db
    .insertInto('sign_in_tokens')
    .values({
      ...owner,
      token_hash: Buffer.from(randomUUID()),
      issued_at: when,
      last_used_at: when,
      address: '203.0.113.9',
      agent: plantedWord,
    })
    .execute()
  await db
    .insertInto('one_time_links')
    .values({
      ...owner,
      token_hash: secret(),
      purpose: 'confirm-email',
      detail: plantedWord,
      created_at: when,
      expires_at: when,
    })
    .execute()
  await db
    .insertInto('link_browsers')
    .values({ ...owner, browser_hash: secret(), expires_at: when })
    .execute()
  await db
    .insertInto('calendar_feeds')
    .values({ ...owner, secret_hash: secret(), created_at: when })
    .execute()
}
