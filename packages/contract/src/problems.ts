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
  'not_found',
  'body_too_large',
  'media_type_unknown',
  'too_many',
  'internal',
  'engine_away',
] as const satisfies readonly ProblemCode[]
