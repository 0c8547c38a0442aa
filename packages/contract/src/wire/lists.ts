import * as z from 'zod/mini'
import { sought } from './shapes.ts'
import { constants } from '#rules/constants.ts'
import { parsePlainJson } from '#rules/plain-json.ts'

/** Lists and objects in a query are JSON text. */
export const jsonText = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text, context): unknown => {
        const parsed = parsePlainJson(text)
        if (parsed) return parsed.value
        context.issues.push({ code: 'custom', message: 'Write this as JSON.', input: text })
        return z.NEVER
      }),
    ),
    schema,
  )

const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Write a whole number.')), z.transform(Number)),
    z.number().check(z.gte(min), z.lte(max)),
  )

export const pageNumber = wholeNumber(1, 1_000_000)
export const pageLimit = wholeNumber(1, 100)

/** The last row that a page may begin at: beyond it, callers must narrow the list instead of paging. */
export const offsetMax = 10_000

/** Results of a search or name filter are counted and paged up to here: beyond it, callers must refine the search. */
export const foundMax = 1000

/** The query of a list: page, limit, order by one of its columns, filters, search. Without `page`: the plain list. */
export const listQuery = <const C extends readonly [string, ...string[]], F extends z.ZodMiniType>(
  columns: C,
  filters: F,
) =>
  z.strictObject({
    page: z.optional(pageNumber),
    limit: z.optional(pageLimit),
    order: z.optional(jsonText(z.tuple([z.enum(columns), z.enum(['ASC', 'DESC'])]))),
    filters: z.optional(jsonText(filters)),
    search: z.optional(sought(200)),
  })

/** A page of a list. If a search or name finds more than 1,000, `entryCount` is 1,000 and `entryCountExact` false. */
export const pageOf = <E extends z.ZodMiniType>(entry: E) =>
  z.strictObject({
    entries: z.array(entry),
    entryCount: z.number(),
    entryCountExact: z.boolean(),
    pageCount: z.number(),
  })

/** A page if the query has `page`, else the specification's plain list, cut at 1,000. */
export const listOf = <E extends z.ZodMiniType>(entry: E) => z.union([z.array(entry), pageOf(entry)])

export const plainListMax = 1000

export interface Window {
  limit: number
  offset: number
}

/** The rows that a page covers, or undefined if it begins at or beyond `rowsMax`. */
export function windowOf(
  page: number,
  limit: number = constants.pageSize,
  rowsMax: number = offsetMax,
): Window | undefined {
  const offset = (page - 1) * limit
  return offset >= rowsMax ? undefined : { limit, offset }
}
