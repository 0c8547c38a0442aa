import * as z from 'zod/mini'

/** An entry's fields, not validated yet. */
export type Fields = Record<string, unknown>

const fields = z.record(z.string(), z.unknown())
const link = z.looseObject({
  sys: z.looseObject({ type: z.literal('Link'), linkType: z.enum(['Entry', 'Asset']), id: z.string() }),
})
const resource = z.looseObject({ sys: z.looseObject({ id: z.string() }), fields: z._default(fields, {}) })

/** A collection of the Content Delivery API. `includes` leaves out linked entries that are already among the items. */
const collection = z.looseObject({
  items: z.array(resource),
  includes: z.optional(
    z.looseObject({ Entry: z.optional(z.array(resource)), Asset: z.optional(z.array(resource)) }),
  ),
})

/** The most characters to read for one answer. A thing linked twice is read twice: nested lists would multiply. */
const readMax = 10 * 1024 * 1024

export interface Asset {
  id: string
  fields: Fields
}

/**
 * Reads a collection: its items, and functions that follow links. The caller descends only as deep as the shape that it
 * expects, so a cycle of links goes no deeper than that.
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
    // A link into another space, which is not fetched.
    return written && 'sys' in written ? undefined : written
  }

  return {
    items: items.map((item) => item.fields),

    /** The entries that a list links to, or the objects of a list written as JSON. Unpublished entries are left out. */
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
