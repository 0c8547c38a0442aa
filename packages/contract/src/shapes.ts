import * as z from 'zod/mini'
import { levels } from './rules/levels.ts'

/** Ids are opaque to callers; that ours are UUIDs is checked so that a bad one is 400 and not a database error. */
export const id = z.uuid()

/** An instant: ISO 8601 in UTC with Z. */
export const instant = z.iso.datetime({ precision: 3 })

export const privs = z.union(Object.values(levels).map((level) => z.literal(level)))

/** A call that answers nothing but that it was done. */
export const done = z.strictObject({})
