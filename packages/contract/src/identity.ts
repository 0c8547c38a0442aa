import * as z from 'zod/mini'
import { route } from './wire/route.ts'
import { done, emailField, id, instant, line, privs, sought, withoutNul } from './wire/shapes.ts'
import { looksLikeEmail } from './rules/people/sign-in.ts'

/** The signed-in person, with every field that the specification names and the time zones for display. */
export const ownProfile = z.strictObject({
  id,
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  has_accepted_eula: z.boolean(),
  privs,
  coach_id: z.nullable(id),
  coach: z.nullable(z.strictObject({ id, first_name: z.string(), last_name: z.string() })),
  organization_id: z.nullable(id),
  organization: z.nullable(
    z.strictObject({
      displayName: z.string(),
      time_zone: z.string(),
      /** A phone number or address for users who are stuck; empty if none is set. */
      contact: z.string(),
    }),
  ),
  time_zone: z.nullable(z.string()),
  /** Whether they may score clients. */
  is_assessor: z.boolean(),
  second_factor: z.strictObject({
    isOn: z.boolean(),
    isRequired: z.boolean(),
    since: z.nullable(instant),
    recoveryCodesLeft: z.number(),
  }),
  iat: instant,
  createdAt: instant,
  updatedAt: instant,
})
export type OwnProfile = z.output<typeof ownProfile>

/** The sign-in form. Web and server share this schema. `code`: six digits or a recovery code. */
export const credentials = z.strictObject({
  username: z.string().check(
    z.trim(),
    z.minLength(1, 'Username is required'),
    z.maxLength(200, 'Username is too long'),
    withoutNul,
    z.refine((name) => !looksLikeEmail(name), 'Please log in with your username, not email.'),
  ),
  password: z
    .string()
    .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'Password is too long')),
  code: z.optional(z.string().check(z.maxLength(20))),
})

export const login = route({
  method: 'POST',
  effect: 'acts',
  path: '/auth/login',
  summary: 'Signs a person in with username and password.',
  access: { open: true },
  body: credentials,
  answer: z.strictObject({ token: z.string(), profile: ownProfile }),
  errors: [
    'wrong_credentials',
    'no_sign_in_right',
    'use_link',
    'address_blocked',
    'second_factor_required',
    'code_wrong',
  ],
  limit: 'sign-in',
})

export const logout = route({
  method: 'POST',
  effect: 'acts',
  path: '/auth/logout',
  summary: 'Ends the token of this request at once, on every API process.',
  access: { level: 'Client', beforeSecondFactor: true },
  answer: done,
  errors: [],
})

export const cantLogIn = route({
  method: 'GET',
  effect: 'reads',
  path: '/auth/cant-log-in',
  summary: "Redirects to the address that the operator set for 'Can't log in?', or else to /forgot-password.",
  access: { open: true },
  answer: 'redirect',
  errors: [],
})

const linkToken = z.string().check(z.minLength(20), z.maxLength(100))

export const openPasswordLink = route({
  method: 'POST',
  effect: 'acts',
  path: '/auth/password-link',
  summary:
    'Returns whose password a link sets, and allows this browser to try to sign in again. The link stays unused.',
  access: { open: true },
  body: z.strictObject({ token: linkToken }),
  answer: z.strictObject({ username: z.string(), first_name: z.string(), last_name: z.string() }),
  errors: ['link_dead'],
  limit: 'sign-in',
})

export const setPassword = route({
  method: 'POST',
  effect: 'acts',
  path: '/auth/set-password',
  summary: 'Sets a password with a one-time link and ends every sign-in of that person.',
  access: { open: true },
  body: z.strictObject({ token: linkToken, password: z.string().check(z.maxLength(1000)) }),
  answer: z.strictObject({ username: z.string() }),
  errors: ['link_dead', 'password_weak'],
  limit: 'sign-in',
})

export const me = route({
  method: 'GET',
  effect: 'reads',
  path: '/profiles/me',
  summary: 'The signed-in person.',
  access: { level: 'Client', beforeSecondFactor: true },
  answer: ownProfile,
  errors: [],
  limit: 'none',
})

export const acceptTerms = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/me/accept-terms',
  summary: 'Records that the signed-in person accepts this version of the terms.',
  access: { level: 'Client' },
  body: z.strictObject({ version: z.string() }),
  answer: ownProfile,
  errors: ['terms_outdated'],
})

export const forgotPassword = route({
  method: 'POST',
  effect: 'acts',
  path: '/auth/forgot-password',
  summary: "Mails a link to set a password if the account exists. The answer is the same if it doesn't.",
  access: { open: true },
  body: z.strictObject({
    name: line(254).check(z.minLength(1, 'Write your email address or username.')),
  }),
  answer: done,
  errors: [],
  limit: 'mail',
})

export const openEmailLink = route({
  method: 'POST',
  effect: 'reads',
  path: '/auth/email-link',
  summary:
    'Returns which new email address a link confirms. The link stays unused, because mail scanners open links.',
  access: { open: true },
  body: z.strictObject({ token: linkToken }),
  answer: z.strictObject({ email: z.string() }),
  errors: ['link_dead'],
  limit: 'sign-in',
})

export const confirmEmail = route({
  method: 'POST',
  effect: 'acts',
  path: '/auth/confirm-email',
  summary: 'Confirms a new email address with the link that was sent to it.',
  access: { open: true },
  body: z.strictObject({ token: linkToken }),
  answer: z.strictObject({ email: z.string() }),
  errors: ['link_dead', 'email_taken'],
  limit: 'sign-in',
})

const ownPassword = z.string().check(z.minLength(1, 'Password is required'), z.maxLength(1000))

export const changeEmail = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/me/email',
  summary:
    "Mails a link to the signed-in person's new email address. The address changes once the link is confirmed.",
  access: { level: 'Coach' },
  body: z.strictObject({ email: emailField, password: ownPassword }),
  answer: done,
  errors: ['password_wrong', 'email_taken'],
  limit: 'mail',
})

export const changePassword = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/me/password',
  summary: "Changes the caller's password and ends their other sign-ins.",
  access: { level: 'Coach' },
  body: z.strictObject({ password: ownPassword, newPassword: z.string().check(z.maxLength(1000)) }),
  answer: z.strictObject({ token: z.string() }),
  errors: ['password_wrong', 'password_weak'],
  limit: 'sign-in',
})

export const startSecondFactor = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/me/second-factor/start',
  summary: 'Creates a key for an authenticator app. It takes effect once a code is confirmed.',
  access: { level: 'Coach', beforeSecondFactor: true },
  body: z.strictObject({ password: ownPassword }),
  answer: z.strictObject({ secret: z.string(), uri: z.string(), qr: z.string() }),
  errors: ['password_wrong', 'second_factor_on'],
  limit: 'sign-in',
})

export const confirmSecondFactor = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/me/second-factor/confirm',
  summary: 'Turns the second factor on with a first code. Returns the recovery codes, this once.',
  access: { level: 'Coach', beforeSecondFactor: true },
  body: z.strictObject({ code: z.string().check(z.maxLength(20)) }),
  answer: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  errors: ['code_wrong', 'second_factor_on', 'second_factor_not_started'],
  limit: 'sign-in',
})

export const newRecoveryCodes = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/me/second-factor/recovery-codes',
  summary: 'Creates new recovery codes; the old ones stop working.',
  access: { level: 'Coach' },
  body: z.strictObject({ password: ownPassword }),
  answer: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  errors: ['password_wrong', 'no_second_factor'],
  limit: 'sign-in',
})

export const removeSecondFactor = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/me/second-factor/remove',
  summary: "Turns the caller's second factor off.",
  access: { level: 'Coach' },
  body: z.strictObject({ password: ownPassword }),
  answer: done,
  errors: ['password_wrong', 'no_second_factor', 'second_factor_required_here'],
  limit: 'sign-in',
})

const signInEntry = z.strictObject({
  id: z.string(),
  isThis: z.boolean(),
  agent: z.string(),
  address: z.string(),
  issuedAt: instant,
  lastUsedAt: instant,
})

export const listSignIns = route({
  method: 'GET',
  effect: 'reads',
  path: '/profiles/me/sign-ins',
  summary: 'The sign-ins of the signed-in person.',
  access: { level: 'Coach' },
  answer: z.array(signInEntry),
  errors: [],
})

export const endSignIn = route({
  method: 'POST',
  effect: 'acts',
  path: '/profiles/me/sign-ins/end/:id',
  summary: "Ends one of the caller's sign-ins.",
  access: { level: 'Coach' },
  params: z.strictObject({ id: sought(64) }),
  answer: done,
  errors: ['sign_in_not_found'],
})
