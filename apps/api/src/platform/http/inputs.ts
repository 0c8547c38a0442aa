import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Parsed, Route } from '@parley/contract/wire/route.ts'
import { isPlainText } from '@parley/contract/rules/plain-json.ts'
import type { Body } from './bodies.ts'
import { problem, type FieldFault } from './problem.ts'

z.config(z.locales.en())

/** More would not help anybody, and the caller would decide how many we send. */
const faultsMax = 20

/** Parses a request's parts by the entry's schemas, or throws a refusal that names each fault. */
export function parseInput(
  entry: Route,
  request: Pick<FastifyRequest, 'params' | 'query'>,
  { body, bytes }: Body,
): Parsed<Route> {
  const faults: FieldFault[] = []
  const part = (schema: z.ZodMiniType | undefined, value: unknown): undefined => {
    if (!schema && isEmpty(value)) return undefined
    const parsed = (schema ?? nothing).safeParse(value)
    if (!parsed.success) faults.push(...parsed.error.issues.slice(0, faultsMax).flatMap(faultsOf))
    // Typed as undefined for routes in general; `serve` gives each handler its entry's own types.
    return parsed.data as undefined
  }
  const given = {
    params: part(entry.params, plain(request.params)),
    query: part(entry.query, plain(request.query)),
    body: part(entry.body, body),
    bytes: bytes as undefined,
  }
  if (faults.length) throw problem('malformed', { faults: faults.slice(0, faultsMax) })
  return given
}

/** Refuses NUL and malformed Unicode in a URL; bodies were checked before (platform/http/bodies.ts). */
function plain(texts: unknown): unknown {
  if (typeof texts !== 'object' || texts === null) return texts
  for (const [name, text] of Object.entries(texts))
    if (!isPlainText(name) || !isPlainText(String(text))) throw problem('malformed')
  return texts
}

const nothing = z.strictObject({})

/** Skips the schema for the empty parts that most requests have. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || Array.isArray(value)) return value === undefined
  for (const _ in value) return false
  return true
}

/** Reports an unknown key under its own path, so that a form can mark the field. */
function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
  return issue.keys.slice(0, faultsMax).map((given) => {
    const key = given.slice(0, 100).toWellFormed()
    return { path: path ? `${path}.${key}` : key, message: `Unknown: ${key}` }
  })
}
