import * as z from 'zod/mini'
import { route } from './route.ts'
import { done, id, instant, privs } from './shapes.ts'
import { looksLikeEmail } from './rules/usernames.ts'

/** The signed-in person, with every field that the specification names and the zones that times are shown in. */
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
  organization: z.nullable(z.strictObject({ displayName: z.string(), time_zone: z.string() })),
  time_zone: z.nullable(z.string()),
  iat: instant,
  createdAt: instant,
  updatedAt: instant,
})
export type OwnProfile = z.output<typeof ownProfile>

/** The sign-in form's fields; web and server judge them by this one schema. */
export const credentials = z.strictObject({
  username: z.string().check(
    z.trim(),
    z.minLength(1, 'Username is required'),
    z.maxLength(200, 'Username is too long'),
    z.refine((name) => !looksLikeEmail(name), 'Please log in with your username, not email.'),
  ),
  password: z
    .string()
    .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'Password is too long')),
})

export const login = route({
  method: 'POST',
  path: '/auth/login',
  summary: 'Signs a person in by username and password.',
  access: { open: true },
  body: credentials,
  answer: z.strictObject({ token: z.string(), profile: ownProfile }),
  errors: ['wrong_credentials', 'no_sign_in_right', 'use_link', 'address_blocked'],
  limit: 'sign-in',
})

export const logout = route({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Ends the token that the call carries, on every process at once.',
  access: { level: 'Client' },
  answer: done,
  errors: [],
})

export const cantLogIn = route({
  method: 'GET',
  path: '/auth/cant-log-in',
  summary: "Leads to the address that an operator set for 'Can't log in?', else to /forgot-password.",
  access: { open: true },
  answer: 'redirect',
  errors: [],
})

const linkToken = z.string().check(z.minLength(20), z.maxLength(100))

export const openPasswordLink = route({
  method: 'POST',
  path: '/auth/password-link',
  summary: 'Tells whose password a link sets, and lets this browser try to sign in again. Uses nothing up.',
  access: { open: true },
  body: z.strictObject({ token: linkToken }),
  answer: z.strictObject({ username: z.string(), first_name: z.string(), last_name: z.string() }),
  errors: ['link_dead'],
  limit: 'sign-in',
})

export const setPassword = route({
  method: 'POST',
  path: '/auth/set-password',
  summary: 'Sets a password by a link, uses the link up and ends every sign-in of that person.',
  access: { open: true },
  body: z.strictObject({ token: linkToken, password: z.string().check(z.maxLength(1000)) }),
  answer: z.strictObject({ username: z.string() }),
  errors: ['link_dead', 'password_weak'],
  limit: 'sign-in',
})

export const me = route({
  method: 'GET',
  path: '/profiles/me',
  summary: 'The signed-in person.',
  access: { level: 'Client' },
  answer: ownProfile,
  errors: [],
  limit: 'none',
})

export const acceptTerms = route({
  method: 'POST',
  path: '/profiles/me/accept-terms',
  summary: 'Stores that the signed-in person accepts this version of the terms.',
  access: { level: 'Client' },
  body: z.strictObject({ version: z.string() }),
  answer: ownProfile,
  errors: ['terms_outdated'],
})
