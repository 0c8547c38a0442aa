/** Every refusal of the API: its status and its text for a person. Codes are words of the wire and never change. */
export const problems = {
  malformed: { status: 400, text: 'Some of that could not be read. Check the marked fields.' },
  not_signed_in: { status: 401, text: 'Please log in.' },
  token_expired: { status: 419, text: 'Your session has expired' },
  role_lost: { status: 401, text: 'You do not have the correct role.' },
  level_too_low: { status: 403, text: 'You do not have the right to do that.' },
  not_found: { status: 404, text: 'That is not there.' },
  body_too_large: { status: 413, text: 'That is too large.' },
  media_type_unknown: { status: 415, text: 'Send JSON.' },
  too_many: { status: 429, text: 'That was a lot at once. Please wait a moment and try again.' },
  internal: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  engine_away: { status: 503, text: 'A part of Parley is not answering. Please try again in a moment.' },

  wrong_credentials: { status: 401, text: 'Username or password is not right.' },
  no_sign_in_right: { status: 403, text: 'You do not have the correct role.' },
  use_link: {
    status: 429,
    text: 'Too many wrong tries. Use the link to set your password: press "Can\'t log in?", or ask your administrator.',
  },
  address_blocked: {
    status: 429,
    text: 'Too many wrong tries from your network. Please wait 15 minutes and try again.',
  },
  link_dead: { status: 404, text: 'This link has been used or is too old. Ask for a new one.' },
  password_weak: { status: 400, text: 'Choose another password.' },
  second_factor_required: { status: 403, text: 'Enter the code of your authenticator app.' },
  second_factor_needed: {
    status: 403,
    text: 'Your organization asks for two-factor sign-in. Please set it up first.',
  },
  second_factor_on: { status: 409, text: 'Two-factor sign-in is on already.' },
  second_factor_not_started: { status: 409, text: 'Begin again: the key was not made or is too old.' },
  second_factor_required_here: { status: 409, text: 'Your organization requires two-factor sign-in.' },
  no_second_factor: { status: 409, text: 'There is no second factor to take off.' },
  code_wrong: { status: 403, text: 'This code is not right. Codes change every 30 seconds.' },
  password_wrong: { status: 403, text: 'Your password is not right.' },
  sign_in_not_found: { status: 404, text: 'That sign-in has ended already.' },

  page_too_far: { status: 400, text: 'That is too far down. Please narrow the list.' },
  filter_not_yours: { status: 403, text: 'You do not have the right to filter by that.' },
  field_not_yours: { status: 403, text: 'You do not have the right to change that.' },
  stale: { status: 409, text: 'Somebody else has changed this meanwhile. Please look at it again.' },
  person_not_found: { status: 404, text: 'There is no such person.' },
  not_below: { status: 403, text: 'Cannot modify equal or higher priveleged user' },
  above_self: { status: 403, text: 'Cannot promote user above yourself' },
  last_super: { status: 409, text: 'This is the last Super. Make another one first.' },
  username_taken: { status: 400, text: 'Username is taken' },
  email_taken: { status: 400, text: 'This e-mail address belongs to somebody else' },
  organization_missing: { status: 400, text: 'Organization is required' },
  coach_elsewhere: { status: 400, text: 'A client and their coach are in the same organization' },
  mailed_recently: { status: 429, text: 'A login e-mail went out less than 5 minutes ago.' },
  organization_not_found: { status: 404, text: 'There is no such organization.' },
  organization_name_taken: { status: 400, text: 'An organization has this name already' },
  import_not_found: { status: 404, text: 'There is no such import.' },
  import_unreadable: {
    status: 400,
    text: 'This file could not be read as CSV with the header row it needs.',
  },
  import_not_ready: { status: 409, text: 'This import has begun already or has no row to write.' },

  terms_outdated: { status: 409, text: 'There is a newer version of the terms. Please read it first.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ProblemCode = keyof typeof problems

/** What any call can answer; not repeated in the entries. */
export const commonProblems = [
  'malformed',
  'not_signed_in',
  'token_expired',
  'role_lost',
  'level_too_low',
  'second_factor_needed',
  'not_found',
  'body_too_large',
  'media_type_unknown',
  'too_many',
  'internal',
  'engine_away',
] as const satisfies readonly ProblemCode[]
