import { sql } from 'kysely'
import { becomes, by, emptied, gone, kept, secret, type Rows, type Tables } from './entries.ts'

/** Refused rows of an import that name these people. A row that is still to be written is about somebody else. */
const refusedRows = (column: 'username' | 'email'): Rows => {
  const name = sql.ref(column)
  return (people) => sql`state = 'error' and lower(${name}) = any(array(
    select lower(p.${name}) from people p where p.id = any(${people}) and p.${name} <> ''))`
}

export const ofOperations: Tables<
  'audit_log' | 'mails' | 'idempotency_keys' | 'imports' | 'import_rows' | 'import_pieces'
> = {
  audit_log: {
    about: 'Who did what, and when',
    whose: 'the person who did it, and the person it was done to',
    lifetime: 'no fixed end',
    copied: [by('by_id'), by('about_id')],
    // The audit is append-only. Network addresses are removed by a function of the database (mentions.ts).
    columns: {
      id: 'plain',
      at: 'plain',
      by_id: 'plain',
      by_link: 'plain',
      action: 'plain',
      organization_id: 'plain',
      subject_kind: 'plain',
      subject_id: 'plain',
      about_id: 'plain',
      history_id: 'plain',
      request_id: 'plain',
      detail: kept(
        'ids, names of fields, and values that name nobody',
        'it can be shown that something was done, but only by a number',
      ),
      // The address of the actor, who may be somebody else.
      address: { holds: 'the network address', becomes: 'empty', isSecret: true },
    },
  },
  mails: {
    about: 'What was mailed to whom, and whether it arrived',
    whose: 'the recipient',
    lifetime: 'for 90 days (a setting), and at least until the session is over',
    rows: [by('person_id')],
    columns: {
      id: 'plain',
      person_id: 'plain',
      organization_id: 'plain',
      session_id: 'plain',
      invoice_id: 'plain',
      kind: gone('what it was about'),
      to_address: gone('the address'),
      message_id: gone('its id at the mail server'),
      dedupe: secret('its id in Parley'),
      detail: gone('times and people by id'),
      link_seed: secret('the seed of its link'),
      state: gone('whether it was sent'),
      attempts: gone('how often it was tried'),
      log: gone('what the mail server said'),
      last_error: gone('the last error of the mail server'),
      created_at: gone('when it was written'),
      sent_at: gone('when it was sent'),
    },
  },
  idempotency_keys: {
    about: 'Stored answers, so that a repeated request gets the same one',
    whose: 'the person who sent the request, and everybody whom the answer names',
    lifetime: 'for 24 hours, until the following night',
    rows: [by('person_id')],
    copied: { not: 'It repeats other data, for a day' },
    // Answers to others that name these people: see mentions.ts.
    columns: {
      person_id: 'plain',
      route: gone('the route'),
      key: gone('the idempotency key'),
      request_hash: gone('a hash of the request'),
      status: gone('the status'),
      response: gone('the answer'),
      created_at: gone('when'),
    },
  },
  imports: {
    about: 'Imported files of clients',
    whose: 'the person who imported it',
    lifetime: 'for 30 days',
    rows: [by('by_id')],
    columns: {
      id: 'plain',
      by_id: 'plain',
      run_by_id: 'plain',
      organization_id: 'plain',
      filename: emptied('its name'),
      columns: becomes('the names of its columns', 'empty', sql`'{}'`),
      delimiter: 'plain',
      state: 'plain',
      faults: 'plain',
      created_at: 'plain',
      received_at: 'plain',
    },
  },
  import_rows: {
    about: 'The rows of an imported file',
    whose: 'the client of the row',
    lifetime: 'for 30 days',
    rows: [by('person_id'), refusedRows('username'), refusedRows('email')],
    columns: {
      import_id: 'plain',
      row: 'plain',
      person_id: 'plain',
      state: 'plain',
      first_name: emptied('the first name'),
      last_name: emptied('the last name'),
      username: emptied('the username'),
      email: emptied('the email address'),
      coach_username: emptied('the coach'),
      time_zone: emptied('the time zone'),
      organization: emptied('the organization'),
      error_field: 'plain',
      error_message: 'plain',
    },
  },
  import_pieces: {
    about: 'The bytes of an imported file, until its rows are read',
    whose: 'the clients in it',
    lifetime: 'for minutes',
    copied: { not: 'It is deleted within minutes' },
    columns: {
      import_id: 'plain',
      n: 'plain',
      bytes: kept('the file', 'it is deleted once it is read, and before that nobody in it is in Parley'),
    },
  },
}
