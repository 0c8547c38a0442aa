import * as z from 'zod/mini'
import { levels } from '#rules/people/levels.ts'

/** Ids are opaque to callers. Checking that they are UUIDs answers a bad one with 400 instead of a database error. */
export const id = z.uuid()

/** An instant in an answer: ISO 8601 in UTC with Z, to the millisecond. */
export const instant = z.iso.datetime({ precision: 3 })

/**
 * An instant from a caller, with or without milliseconds. PostgreSQL and the time zone data have no year 0, and nothing
 * here happened before 1900.
 */
export const instantInput = z.iso.datetime('Write an instant such as 2026-11-16T14:00:00Z.').check(
  z.refine((text) => text >= '1900', 'This is too long ago.'),
  z.overwrite((text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString())),
)

export const privs = z.union(Object.values(levels).map((level) => z.literal(level)))

/** The empty answer of a call that succeeded. */
export const done = z.strictObject({})

/** Characters that break a line, are invisible, or change the direction of the text after them. */
const breaks = /[\n\v\f\r\u0085\p{Zl}\p{Zp}]/u
const hidden = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u

const withoutHidden = z.refine<string>(
  (text) => !hidden.test(text.replaceAll(/[\n\r\t]/g, '')),
  'Remove the invisible characters',
)

/** Joiners and blanks are fine beside letters. Alone they would be a text that nobody can see or click. */
const seen = /[^\p{Cf}\p{Z}\p{M}\p{Cc}\u115F\u1160\u3164\uFFA0\u2800]/u
const visible = z.refine<string>((text) => text === '' || seen.test(text), 'Remove the invisible characters')

/**
 * A text on one line, such as a name. It appears in lists, mail subjects and calendars, where a line break or an invisible
 * character could make it look like something else.
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

/** PostgreSQL rejects NUL. */
export const withoutNul = z.refine<string>((text) => !text.includes('\0'), 'Remove the invisible characters')

/** A search text. Unlike a line, it may have odd characters: it then just finds nothing. */
export const sought = (max: number) => z.string().check(z.maxLength(max), withoutNul)

/** An email address: something, an @, a name with a dot. The real test is whether a mail arrives. */
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
