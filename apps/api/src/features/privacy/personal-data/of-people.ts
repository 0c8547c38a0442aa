import { sql } from 'kysely'
import { becomes, by, emptied, follows, gone, kept, nulled, secret, type Tables } from './entries.ts'

const byPerson = [by('person_id')]
const signIn = { whose: 'who signs in', rows: byPerson }

export const ofPeople: Tables<
  | 'people'
  | 'people_counts'
  | 'people_count_deltas'
  | 'organizations'
  | 'organization_guests'
  | 'credentials'
  | 'recovery_codes'
  | 'sign_in_tokens'
  | 'sign_in_changes'
  | 'one_time_links'
  | 'link_browsers'
  | 'eula_acceptances'
  | 'erasures'
  | 'legal_holds'
  | 'person_copies'
> = {
  organizations: {
    about: 'The organizations that people belong to',
    whose: 'the organization',
    until: 'it is closed',
    copied: { not: 'It is the organization’s' },
    columns: {
      id: 'plain',
      name: 'plain',
      display_name: 'plain',
      billing_address: kept('where its invoices go', 'It is the organization’s own; its admin changes it'),
      billing_email: kept('where its invoices go', 'It is the organization’s own; its admin changes it'),
      contact: kept('whom guests ask', 'It is the organization’s own; its admin changes it'),
      copies_told: 'plain',
      chat_files: 'plain',
      no_show_billed: 'plain',
      rate_cents: 'plain',
      retention_days: 'plain',
      streamed_app: 'plain',
      time_zone: 'plain',
      two_factor_required: 'plain',
      waiting_room: 'plain',
      created_at: 'plain',
      updated_at: 'plain',
      version: 'plain',
    },
  },
  organization_guests: {
    about: 'Who was moved out of an organization and stands in its sessions',
    whose: 'a person of a session',
    until: 'the sessions',
    columns: { organization_id: 'plain', person_id: 'plain' },
  },
  people_counts: {
    about: 'How many people an organization has',
    whose: 'nobody',
    until: 'it is counted anew',
    columns: { organization_id: 'plain', privs: 'plain', is_deleted: 'plain', n: 'plain' },
  },
  people_count_deltas: {
    about: 'Changes of those figures that are not added yet',
    whose: 'nobody',
    until: 'a minute',
    columns: { organization_id: 'plain', privs: 'plain', is_deleted: 'plain', n: 'plain' },
  },
  credentials: {
    about: 'Signing in',
    until: 'a new password',
    ...signIn,
    columns: {
      person_id: 'plain',
      password_hash: secret('the password, as a hash'),
      password_set_at: gone('when it was set'),
      totp_secret_enc: secret('the second factor, sealed'),
      totp_started_at: gone('when it was begun'),
      totp_confirmed_at: gone('when it was set up'),
      totp_last_step: gone('when it was last used'),
    },
  },
  recovery_codes: {
    about: 'Signing in without the second factor',
    until: 'new codes',
    ...signIn,
    columns: { person_id: 'plain', code_sealed: secret('a code, sealed'), used_at: gone('when it was used') },
  },
  sign_in_tokens: {
    about: 'Who is signed in, and where',
    until: '38 days at most',
    ...signIn,
    columns: {
      person_id: 'plain',
      token_hash: secret('the sign-in, as a hash'),
      address: gone('the network address'),
      agent: gone('the browser'),
      issued_at: gone('when'),
      last_used_at: gone('when it was last used'),
      ended_at: gone('when it ended'),
      end_reason: gone('why it ended'),
    },
  },
  sign_in_changes: {
    about: 'Tells the processes whose sign-in to look at again',
    whose: 'who signs in',
    until: 'minutes',
    columns: {
      made_at: 'plain',
      made_by: 'plain',
      token_hash: 'plain',
      person_id: 'plain',
      organization_id: 'plain',
    },
  },
  one_time_links: {
    about: 'Setting a password, and confirming a new address',
    until: 'it is used, or 24 hours',
    ...signIn,
    columns: {
      person_id: 'plain',
      token_hash: secret('the link, as a hash'),
      purpose: gone('what it is for'),
      detail: gone('the new address'),
      created_at: gone('when it was made'),
      expires_at: gone('when it ends'),
      used_at: gone('when it was used'),
    },
  },
  link_browsers: {
    about: 'The browser in which somebody opened their own link may try more often',
    until: 'a day',
    ...signIn,
    columns: {
      person_id: 'plain',
      browser_hash: secret('the browser, as a hash'),
      expires_at: gone('when it ends'),
    },
  },
  eula_acceptances: {
    about: 'Who accepted which terms',
    whose: 'who accepted them',
    until: '–',
    copied: byPerson,
    columns: {
      person_id: 'plain',
      version: 'plain',
      accepted_at: kept('when', 'That the terms were accepted can be shown; by a number alone'),
    },
  },
  erasures: {
    about: 'Who was made anonymous, and who is about to be',
    whose: 'the erased',
    until: '–',
    columns: { person_id: 'plain', asked_by: 'plain', asked_at: 'plain', done_at: 'plain' },
  },
  legal_holds: {
    about: 'What keeps somebody from being erased',
    whose: 'who is held',
    until: '–',
    rows: byPerson,
    copied: { not: 'Whoever is held for the law’s sake is not told why' },
    columns: {
      id: 'plain',
      person_id: 'plain',
      organization_id: 'plain',
      reason: emptied('why'),
      until: 'plain',
      made_by: 'plain',
      made_at: 'plain',
      ended_by: 'plain',
      ended_at: 'plain',
    },
  },
  person_copies: {
    about: 'Copies of everything that is known of somebody',
    whose: 'the person',
    until: 'a day',
    rows: byPerson,
    columns: {
      id: 'plain',
      person_id: 'plain',
      asked_by: 'plain',
      asked_at: gone('when somebody asked for it'),
      made_at: gone('when it was made'),
      size_bytes: gone('how large it is'),
      failed_at: gone('when it could not be made'),
      fetched_at: gone('when it was fetched'),
    },
  },
  // Erased last: until then, these rows tell which other rows belong to whom.
  people: {
    about: 'Who coaches, is coached and administers',
    whose: 'the person',
    until: 'deletion, and then the term of the organization, at least 30 days',
    rows: [(people) => sql`id = any(${people}) and anonymized_at is null`],
    columns: {
      id: 'plain',
      former_number: 'plain',
      organization_id: 'plain',
      privs: 'plain',
      coach_id: nulled('whose client this is'),
      first_name: becomes(
        'the first name',
        '‘Former client’ or ‘Former coach’',
        sql`case when privs = 0 then 'Former client' else 'Former coach' end`,
      ),
      last_name: becomes('the last name', 'a number', sql`former_number::text`),
      // Contains random characters, so that nobody can take the username beforehand.
      username: becomes(
        'the username',
        'made up',
        sql`'former-' || former_number || '-' || left(replace(gen_random_uuid()::text, '-', ''), 12)`,
      ),
      email: emptied('the e-mail address'),
      time_zone: nulled('where the person lives'),
      working_hours: nulled('when the person works'),
      is_assessor: becomes('whether they may assess', 'no', sql`false`),
      search: follows('names and address for the search', 'it follows the names'),
      anonymized_at: becomes('when this was done', 'now', sql`now()`),
      deleted_at: 'plain',
      created_at: 'plain',
      updated_at: 'plain',
      version: 'plain',
    },
  },
}
