import { jsonSchema } from '@parley/api/platform/http/openapi.ts'
import type { Route } from '@parley/contract/wire/route.ts'

/** The part of a request's JSON schema that is needed to fill it. */
export interface Shape {
  type?: string
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Shape[]
  properties?: Record<string, Shape>
  items?: Shape
  maxLength?: number
  minimum?: number
}

/** Whether a value is free text: not an id, a time or one of a fixed list. */
export const isFree = ({ type, format, ...shape }: Shape): boolean =>
  type === 'string' &&
  shape.enum === undefined &&
  shape.const === undefined &&
  format !== 'uuid' &&
  format !== 'date-time'

const shapeOf = (schema: Parameters<typeof jsonSchema>[0]): Shape => jsonSchema(schema)

const bodyMax = 128 * 1024
const ids = 'a0000000-0000-4000-8000-000000000000'

/** The smallest value that the shape allows. */
function fill({ type, format, anyOf, properties, minimum, ...shape }: Shape, id = ids): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (anyOf?.[0]) return fill(anyOf[0], id)
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([key, one]) => [key, fill(one, id)]))
  if (type === 'array') return []
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return Math.max(1, minimum ?? 1)
  if (format === 'uuid') return id
  if (format === 'date-time') return '2027-01-04T15:00:00.000Z'
  return 'abc'
}

/** A route's body with every text made by `text` at its maximum length; undefined if the route takes no texts. */
export function filledCall(entry: Route, text: (length: number) => string): unknown {
  if (!entry.body) return undefined
  let isText = false
  const filled = (shape: Shape): unknown => {
    const { type, anyOf, properties, maxLength } = shape
    if (anyOf?.[0]) return filled(anyOf.find((one) => one.type === 'string') ?? anyOf[0])
    if (type === 'object')
      return Object.fromEntries(Object.entries(properties ?? {}).map(([key, one]) => [key, filled(one)]))
    if (!isFree(shape)) return fill(shape)
    isText = true
    return text(Math.min(maxLength ?? textMax, textMax))
  }
  const body = filled(shapeOf(entry.body))
  return isText ? body : undefined
}

/** The most characters in each text of a body. */
const textMax = 20_000

/** Texts known from attacks, each of the given length. */
export const hostileTexts = (length: number): string[] => [
  ...[
    'x',
    ',',
    '"',
    '\\',
    ' ',
    '\u202e',
    '\u200b',
    'é',
    '👩‍👩‍👧',
    'a@',
    'a.',
    '%',
    '_',
    '-',
    '.',
    '\t',
    '(((',
    '[[',
    '{"a":',
  ].map((part) => part.repeat(Math.ceil(length / part.length)).slice(0, length)),
  `${' '.repeat(Math.max(0, length - 1))}x`,
  `a@${'a.'.repeat(Math.max(1, length / 2 - 2))}`,
  'a\0b',
  'a\ud800b',
  '\udc00',
  'a\u0000'.repeat(3),
  'line\nbreak\r\u2028\u0085',
  "'; drop table people; --",
  '../../../../etc/passwd',
  '${jndi:ldap://x}',
  '__proto__',
  '0000-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '2026-11-16T14:00:00.000+14:00',
]

/** Every time zone that the runtime knows, and names that only the runtime or only the database accepts. */
const zoneNames = (): string[] => [
  ...Intl.supportedValuesOf('timeZone'),
  ...['AET', 'EST5EDT', 'Etc/GMT+14', 'GMT+25', 'localtime', 'posixrules', 'Factory', '+99:99', 'utc', 'EST'],
]

const otherValues: unknown[] = [
  null,
  true,
  -1,
  0.1,
  1e308,
  2 ** 63,
  [],
  {},
  Array.from({ length: 9000 }, () => 1),
  Array.from({ length: 2000 }, () => ids),
  Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, i])),
  nested(19),
  nested(500),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i += 1) value = i % 2 ? [value] : { a: value }
  return value
}

/** Yields copies of the value with each of its parts replaced in turn by something hostile. */
function* spoiled(shape: Shape, value: unknown, put: (spoilt: unknown) => unknown): Generator {
  const { properties, anyOf, maxLength } = shape
  const inner = anyOf?.find((one) => one.type === 'object' || one.type === 'array') ?? shape
  for (const text of hostileTexts(maxLength ?? 300)) yield put(text)
  yield put('x'.repeat((maxLength ?? 1000) + 1))
  for (const other of otherValues) yield put(other)
  for (const [key, one] of Object.entries(properties ?? inner.properties ?? {})) {
    const whole = typeof value === 'object' && value !== null ? value : {}
    if (/zone/.test(key)) for (const name of zoneNames()) yield put({ ...whole, [key]: name })
    yield* spoiled(one, (whole as Record<string, unknown>)[key], (spoilt) => put({ ...whole, [key]: spoilt }))
  }
}

/** Bodies of the maximum size that are hostile for every route. */
export const hostileBodies = (): string[] => [
  '['.repeat(bodyMax),
  `${'['.repeat(bodyMax / 2)}${']'.repeat(bodyMax / 2)}`,
  '{"a":'.repeat(bodyMax / 5),
  `[${'1,'.repeat(bodyMax / 2 - 2)}1]`,
  `{${Array.from({ length: 9000 }, (_, i) => `"k${i}":1`).join(',')}}`,
  `{"a":${'1'.repeat(bodyMax - 10)}}`,
  `{"a":1e${'9'.repeat(bodyMax - 10)}}`,
  `{"a":"${'\\u0041'.repeat(bodyMax / 6 - 4)}"}`,
  `{"a":"${'\\'.repeat(bodyMax - 10)}"}`,
  ','.repeat(bodyMax),
  '"'.repeat(bodyMax),
  '"'.repeat(bodyMax - 1),
  ' '.repeat(bodyMax),
  '{"__proto__":{"privs":10},"constructor":{"prototype":{}}}',
  '{"a":1,"a":2}',
  '{',
  'null',
  '0',
  '"text"',
  '\ufeff{}',
  '\0',
  'x'.repeat(bodyMax + 1),
]

const megabytes = 8 * 1024 * 1024

/** Files, most of the maximum size, that are not valid imports. */
export const hostileFiles = (): (string | Buffer)[] => [
  ...[',', '"', '\n', '\r', ';,', '"",', 'x', '\0', '\ufffd', 'é', 'a,"b\n'].map((part) =>
    part.repeat(Math.floor(megabytes / Buffer.byteLength(part))),
  ),
  Buffer.alloc(megabytes, 0xff),
  `first_name,last_name,username,email\n${'A,B,abc,a@b.test\n'.repeat(9_999)}`,
  `first_name,last_name,username,email\n${`${'=cmd()'.repeat(100)},"${'\u202e'.repeat(100)}",${'z'.repeat(900)},x\n`.repeat(3000)}`,
  '',
]

/** Queries that are hostile for every route, up to the header size limit. */
export const hostileQueries = (): string[] => [
  'a&'.repeat(7000),
  'a=1&'.repeat(3500),
  `page=${'9'.repeat(14_000)}`,
  `filters=${encodeURIComponent('['.repeat(4500))}`,
  `filters=${encodeURIComponent(`{"status":[${'"x",'.repeat(900)}"x"]}`)}`,
  `search=${encodeURIComponent('%_\\'.repeat(1000))}`,
  'search=%00',
  'search=%ED%A0%80',
  'search=%zz',
  'search=%c0%af',
  'page=1&page=2&page=3',
  'page=-1',
  'page=1e9',
  'page[0]=1',
  'page=1&limit=100&order=%5B%22start_time%22%2C%22ASC%22%5D',
  '__proto__=1&constructor=2',
]

/** Bodies and queries of a route with each part spoilt in turn. */
export function* spoiledCalls(entry: Route): Generator<{ query?: unknown; body?: unknown }> {
  if (entry.body) {
    const shape = shapeOf(entry.body)
    for (const body of spoiled(shape, fill(shape), (spoilt) => spoilt)) yield { body }
  }
  if (entry.query) {
    const shape = shapeOf(entry.query)
    for (const query of spoiled(shape, {}, (spoilt) => spoilt)) yield { query }
  }
}
