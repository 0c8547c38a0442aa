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
    whose: 'who did it, and to whom it was done',
    until: '–',
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
        'ids, names of fields, values that name nobody',
        'That something was done can be shown; by a number alone',
      ),
      // The address of the actor, who may be somebody else.
      address: { holds: 'the network address', becomes: 'empty', isSecret: true },
    },
  },
  mails: {
    about: 'What was mailed to whom, and whether it arrived',
    whose: 'who got it',
    until: '90 days, and a session still to come; a setting',
    rows: [by('person_id')],
    columns: {
      id: 'plain',
      person_id: 'plain',
      organization_id: 'plain',
      session_id: 'plain',
      invoice_id: 'plain',
      kind: gone('what it was about'),
      to_address: gone('the address'),
      message_id: gone('its name at the mail server'),
      dedupe: secret('its name here'),
      detail: gone('times and people by id'),
      link_seed: secret('what its link is made of'),
      state: gone('whether it was sent'),
      attempts: gone('how often it was tried'),
      log: gone('what the mail server said'),
      last_error: gone('what the mail server said last'),
      created_at: gone('when it was written'),
      sent_at: gone('when it was sent'),
    },
  },
  idempotency_keys: {
    about: 'What was answered, for whoever asks the same again',
    whose: 'who asked, and whoever the answer names',
    until: '24 hours and the night after',
    rows: [by('person_id')],
    copied: { not: 'It repeats what stands elsewhere, for a day' },
    // Answers to others that name these people: see mentions.ts.
    columns: {
      person_id: 'plain',
      route: gone('what was asked'),
      key: gone('the name of the call'),
      request_hash: gone('what was sent, as a hash'),
      status: gone('the status'),
      response: gone('the answer'),
      created_at: gone('when'),
    },
  },
  imports: {
    about: 'Files of clients that were brought in',
    whose: 'who brought it',
    until: '30 days',
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
    about: 'The rows of such a file',
    whose: 'the client of the row',
    until: '30 days',
    rows: [by('person_id'), refusedRows('username'), refusedRows('email')],
    columns: {
      import_id: 'plain',
      row: 'plain',
      person_id: 'plain',
      state: 'plain',
      first_name: emptied('the first name'),
      last_name: emptied('the last name'),
      username: emptied('the username'),
      email: emptied('the e-mail address'),
      coach_username: emptied('whose client this is'),
      time_zone: emptied('where the person lives'),
      organization: emptied('the organization'),
      error_field: 'plain',
      error_message: 'plain',
    },
  },
  import_pieces: {
    about: 'The bytes of such a file until its rows are read',
    whose: 'the clients in it',
    until: 'minutes',
    copied: { not: 'It is gone before anybody is asked' },
    columns: {
      import_id: 'plain',
      n: 'plain',
      bytes: kept('the file', 'Nobody in it is a person of ours before it is read, and then it is gone'),
    },
  },
}
