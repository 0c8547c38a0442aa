import * as z from 'zod/mini'

/** The fields of an entry, as somebody filled them in. */
export type Fields = Record<string, unknown>

const fields = z.record(z.string(), z.unknown())
const link = z.looseObject({
  sys: z.looseObject({ type: z.literal('Link'), linkType: z.enum(['Entry', 'Asset']), id: z.string() }),
})
const resource = z.looseObject({ sys: z.looseObject({ id: z.string() }), fields: z._default(fields, {}) })

/** A collection of the Content Delivery API. What is linked and among the items already is not included again. */
const collection = z.looseObject({
  items: z.array(resource),
  includes: z.optional(
    z.looseObject({ Entry: z.optional(z.array(resource)), Asset: z.optional(z.array(resource)) }),
  ),
})

/** So many characters are read for one answer. What is linked twice is answered twice: lists of lists would multiply. */
const readMax = 10 * 1024 * 1024

export interface Asset {
  id: string
  fields: Fields
}

/**
 * Reads a collection: its items, and how to go on from one to what it links to. Whoever reads goes step by step down the
 * shape that they expect, so a circle of links leads no deeper than that.
 */
export function readCollection(answer: unknown) {
  const parsed = collection.safeParse(answer)
  if (!parsed.success) throw new Error('it answered no collection')
  const { items, includes } = parsed.data
  const byId = (list: typeof items) => new Map(list.map((one) => [one.sys.id, one.fields]))
  const entries = byId([...(includes?.Entry ?? []), ...items])
  const assets = byId(includes?.Asset ?? [])
  const sizes = new Map<Fields, number>()
  let read = 0

  const linkIn = (value: unknown) => link.safeParse(value).data?.sys

  function counted(found: Fields | undefined): Fields | undefined {
    if (!found) return undefined
    const size = sizes.get(found) ?? JSON.stringify(found).length
    sizes.set(found, size)
    read += size
    if (read > readMax) throw new Error('it links to the same too often')
    return found
  }

  function entryIn(value: unknown): Fields | undefined {
    const found = linkIn(value)
    if (found) return found.linkType === 'Entry' ? counted(entries.get(found.id)) : undefined
    const written = fields.safeParse(value).data
    // A link into another space, which is not asked.
    return written && 'sys' in written ? undefined : written
  }

  return {
    items: items.map((item) => item.fields),

    /** The entries of a list, or the objects of one that is written as JSON. What is not published is not there. */
    entriesIn: (list: unknown): Fields[] =>
      (Array.isArray(list) ? list : []).map(entryIn).filter((entry) => entry !== undefined),

    assetIn: (value: unknown): Asset | undefined => {
      const found = linkIn(value)
      const asset = found?.linkType === 'Asset' ? assets.get(found.id) : undefined
      return found && asset && { id: found.id, fields: asset }
    },
  }
}

export type Collection = ReturnType<typeof readCollection>
