import * as z from 'zod/mini'
import { levels } from './rules/levels.ts'

/** Ids are opaque to callers; that ours are UUIDs is checked so that a bad one is 400 and not a database error. */
export const id = z.uuid()

/** An instant as every answer writes it: ISO 8601 in UTC with Z, to the millisecond. */
export const instant = z.iso.datetime({ precision: 3 })

/**
 * An instant as callers give it: with milliseconds or without. The database and the zones' rules know no year 0, and
 * nothing here happened before 1900.
 */
export const instantGiven = z.iso.datetime('Write an instant such as 2026-11-16T14:00:00Z.').check(
  z.refine((text) => text >= '1900', 'This is too long ago.'),
  z.overwrite((text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString())),
)

export const privs = z.union(Object.values(levels).map((level) => z.literal(level)))

/** A call that answers nothing but that it was done. */
export const done = z.strictObject({})

/** Signs that break a line, that nobody sees, or that turn the reading direction of whatever stands after them. */
const breaks = /[\n\v\f\r\u0085\p{Zl}\p{Zp}]/u
const hidden = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u

const withoutHidden = z.refine<string>(
  (text) => !hidden.test(text.replaceAll(/[\n\r\t]/g, '')),
  'Remove the invisible characters',
)

/** Joiners and blanks have their use beside letters; alone they are a text that nobody can see or press. */
const seen = /[^\p{Cf}\p{Z}\p{M}\p{Cc}\u115F\u1160\u3164\uFFA0\u2800]/u
const visible = z.refine<string>((text) => text === '' || seen.test(text), 'Remove the invisible characters')

/**
 * A text on one line, such as a name: it stands in lists, subjects of mails and calendars, where a line break or a sign
 * that nobody sees would make it look like something else.
 */
export const line = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max, `Use at most ${max} characters`),
    z.refine((text) => !/\t/.test(text) && !breaks.test(text), 'Write this on one line'),
    withoutHidden,
    visible,
  )

/** A text of several lines, such as an address or a reason. */
export const lines = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`), withoutHidden, visible)

/** PostgreSQL takes no NUL. */
export const withoutNul = z.refine<string>((text) => !text.includes('\0'), 'Remove the invisible characters')

/** What somebody looks for: with odd signs in it, it finds nothing. */
export const sought = (max: number) => z.string().check(z.maxLength(max), withoutNul)

/** An email address as every form judges it: something, an @, a name with a dot. The mail that arrives is the real test. */
export const emailField = z.string().check(
  z.trim(),
  z.minLength(1, 'Email is required'),
  z.maxLength(254, 'Use at most 254 characters'),
  z.refine(
    (text) => text === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text),
    'Email address is not complete',
  ),
  withoutHidden,
)
