import { jsonSchema } from '@parley/api/platform/http/openapi.ts'
import type { Route } from '@parley/contract/wire/route.ts'
import { isFree, type Shape } from '../hostile/hostile-shapes.ts'

/** Input fields with texts that people do not write: page numbers, sort orders, filters and JSON. */
const ofLists = [
  'page',
  'limit',
  'order',
  'filters',
  'after',
  'before',
  'range',
  'people',
  'start_time_range',
  'end_time_range',
]

/** The fields of a route's input in which people write, such as 'body.attributes.first_name'. */
export function placesIn(entry: Route): string[] {
  const walk = (shape: Shape, path: string): string[] => [
    ...(isFree(shape) ? [path] : []),
    ...(shape.anyOf ?? []).flatMap((one) => walk(one, path)),
    ...Object.entries(shape.properties ?? {}).flatMap(([key, one]) => walk(one, `${path}.${key}`)),
    ...(shape.items ? walk(shape.items, `${path}[]`) : []),
  ]
  const parts = [
    ...(entry.body ? walk(jsonSchema(entry.body), 'body') : []),
    ...(entry.query ? walk(jsonSchema(entry.query), 'query') : []),
  ]
  return [...new Set(parts)].filter((path) => !ofLists.includes(path.split('.').at(-1) ?? ''))
}

/** Returns the input with the given texts in these fields; in a list, every entry gets them. */
export function withWords(input: unknown, places: ReadonlyMap<string, string>, path: string): unknown {
  const own = places.get(path)
  if (own !== undefined) return own
  const inner = [...places.keys()].filter(
    (place) => place.startsWith(`${path}.`) || place.startsWith(`${path}[]`),
  )
  if (inner.length === 0) return input
  if (Array.isArray(input)) return input.map((one) => withWords(one, places, `${path}[]`))
  const given: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {}
  for (const place of inner) {
    const key = place.slice(path.length + 1).split(/[.[]/)[0] ?? ''
    given[key] = withWords(given[key], places, `${path}.${key}`)
  }
  return given
}
