import { sql } from 'kysely'
import { becomes, by, emptied, follows, gone, kept, nulled, secret, type Tables } from './entries.ts'

const byPerson = [by('person_id')]
const signIn = { whose: 'the person who signs in', rows: byPerson }

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
    about: 'The organizations of people',
    whose: 'the organization',
    lifetime: 'until the organization is closed',
    copied: { not: 'It belongs to the organization' },
    columns: {
      id: 'plain',
      name: 'plain',
      display_name: 'plain',
      billing_address: kept(
        'the address for its invoices',
        'it belongs to the organization; its admin changes it',
      ),
      billing_email: kept(
        'the address for its invoices',
        'it belongs to the organization; its admin changes it',
      ),
      contact: kept('the contact for guests', 'it belongs to the organization; its admin changes it'),
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
    about: 'People who left an organization but are in its sessions',
    whose: 'a person of a session',
    lifetime: 'as long as the sessions',
    columns: { organization_id: 'plain', person_id: 'plain' },
  },
  people_counts: {
    about: 'How many people an organization has',
    whose: 'nobody',
    lifetime: 'until it is recounted',
    columns: { organization_id: 'plain', privs: 'plain', is_deleted: 'plain', n: 'plain' },
  },
  people_count_deltas: {
    about: 'Changes of those counts that are not added up yet',
    whose: 'nobody',
    lifetime: 'for a minute',
    columns: { organization_id: 'plain', privs: 'plain', is_deleted: 'plain', n: 'plain' },
  },
  credentials: {
    about: 'How a person signs in',
    lifetime: 'until there is a new password',
    ...signIn,
    columns: {
      person_id: 'plain',
      password_hash: secret('the password, as a hash'),
      password_set_at: gone('when it was set'),
      totp_secret_enc: secret('the second factor, encrypted'),
      totp_started_at: gone('when its setup began'),
      totp_confirmed_at: gone('when it was set up'),
      totp_last_step: gone('when it was last used'),
    },
  },
  recovery_codes: {
    about: 'Codes to sign in without the second factor',
    lifetime: 'until there are new codes',
    ...signIn,
    columns: {
      person_id: 'plain',
      code_sealed: secret('a code, encrypted'),
      used_at: gone('when it was used'),
    },
  },
  sign_in_tokens: {
    about: 'Who is signed in, and where',
    lifetime: 'for at most 38 days',
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
    about: 'Tells the API processes which sign-ins to check again',
    whose: 'the person who signs in',
    lifetime: 'for minutes',
    columns: {
      made_at: 'plain',
      made_by: 'plain',
      token_hash: 'plain',
      person_id: 'plain',
      organization_id: 'plain',
    },
  },
  one_time_links: {
    about: 'Links that set a password or confirm a new email address',
    lifetime: 'until it is used, for at most 24 hours',
    ...signIn,
    columns: {
      person_id: 'plain',
      token_hash: secret('the link, as a hash'),
      purpose: gone('what it is for'),
      detail: gone('the new address'),
      created_at: gone('when it was made'),
      expires_at: gone('when it expires'),
      used_at: gone('when it was used'),
    },
  },
  link_browsers: {
    about: 'Browsers in which somebody opened their own link, and which may try more often',
    lifetime: 'for a day',
    ...signIn,
    columns: {
      person_id: 'plain',
      browser_hash: secret('the browser, as a hash'),
      expires_at: gone('when it expires'),
    },
  },
  eula_acceptances: {
    about: 'Who accepted which terms',
    whose: 'the person who accepted them',
    lifetime: 'no fixed end',
    copied: byPerson,
    columns: {
      person_id: 'plain',
      version: 'plain',
      accepted_at: kept('when', 'it can be shown that the terms were accepted, but only by a number'),
    },
  },
  erasures: {
    about: 'Who was made anonymous, and who will be',
    whose: 'the erased person',
    lifetime: 'no fixed end',
    columns: { person_id: 'plain', asked_by: 'plain', asked_at: 'plain', done_at: 'plain' },
  },
  legal_holds: {
    about: 'Legal holds, which prevent that somebody is erased',
    whose: 'the person under hold',
    lifetime: 'no fixed end',
    rows: byPerson,
    copied: { not: 'A person under legal hold is not told why' },
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
    about: 'Copies of everything that is stored about a person',
    whose: 'the person',
    lifetime: 'for a day',
    rows: byPerson,
    columns: {
      id: 'plain',
      person_id: 'plain',
      asked_by: 'plain',
      asked_at: gone('when it was requested'),
      made_at: gone('when it was made'),
      size_bytes: gone('how large it is'),
      failed_at: gone('when it could not be made'),
      fetched_at: gone('when it was fetched'),
    },
  },
  // Erased last: until then, these rows tell which other rows belong to whom.
  people: {
    about: 'Coaches, clients and administrators',
    whose: 'the person',
    lifetime: 'until deletion, and then for the retention period of the organization, at least 30 days',
    rows: [(people) => sql`id = any(${people}) and anonymized_at is null`],
    columns: {
      id: 'plain',
      former_number: 'plain',
      organization_id: 'plain',
      privs: 'plain',
      coach_id: nulled('the coach'),
      first_name: becomes(
        'the first name',
        '‘Former client’ or ‘Former coach’',
        sql`case when privs = 0 then 'Former client' else 'Former coach' end`,
      ),
      last_name: becomes('the last name', 'a number', sql`former_number::text`),
      // Contains random characters, so that nobody can take the username beforehand.
      username: becomes(
        'the username',
        'a made-up one',
        sql`'former-' || former_number || '-' || left(replace(gen_random_uuid()::text, '-', ''), 12)`,
      ),
      email: emptied('the email address'),
      time_zone: nulled('the time zone'),
      working_hours: nulled('the working hours'),
      is_assessor: becomes('whether they may assess', 'no', sql`false`),
      search: follows('names and email address, for the search', 'follows the names'),
      anonymized_at: becomes('when they were made anonymous', 'now', sql`now()`),
      deleted_at: 'plain',
      created_at: 'plain',
      updated_at: 'plain',
      version: 'plain',
    },
  },
}
