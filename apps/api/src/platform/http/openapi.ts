import * as z from 'zod/mini'
import { problems, type ProblemCode } from '@parley/contract/wire/problems.ts'
import { pictureTypes, problemsOf, type Route } from '@parley/contract/wire/route.ts'
import { table } from '@parley/contract/table.ts'

type Json = Record<string, unknown>

export const jsonSchema = (schema: z.ZodMiniType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const openPath = (path: string): string => path.replace(/:([a-zA-Z_]+)/g, '{$1}')

function parameters(entry: Route): Json[] {
  const part = (schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = jsonSchema(schema) as {
      properties?: Json
      required?: string[]
    }
    return Object.entries(properties).map(([name, one]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: one,
    }))
  }
  return [...part(entry.params, 'path'), ...part(entry.query, 'query')]
}

const problemAnswer = (codes: readonly ProblemCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${problems[code].text}`).join('\n\n'),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const bytes = { schema: { type: 'string', format: 'binary' } }

function answers(entry: Route): Json {
  const codes = Object.groupBy(problemsOf(entry), (code) => String(problems[code].status))
  const refusals = Object.fromEntries(
    Object.entries(codes).map(([status, list]) => [status, problemAnswer(list ?? [])]),
  )
  if (entry.answer === 'redirect')
    return { 302: { description: 'A redirect to the address in Location.' }, ...refusals }
  if (entry.answer === 'calendar') {
    const content = { 'text/calendar': { schema: { type: 'string' } } }
    return { 200: { description: 'A calendar.', content }, ...refusals }
  }
  if (entry.answer === 'events') {
    const content = { 'text/event-stream': { schema: { type: 'string' } } }
    return { 200: { description: 'A stream of notices.', content }, ...refusals }
  }
  if (entry.answer === 'file') {
    const content = { 'application/octet-stream': bytes }
    return { 200: { description: 'A file to save.', content }, ...refusals }
  }
  if (entry.answer === 'picture') {
    const content = Object.fromEntries(pictureTypes.map((type) => [type, bytes]))
    return { 200: { description: 'A picture.', content }, ...refusals }
  }
  const schema = {
    type: 'object',
    required: ['response'],
    properties: { response: jsonSchema(entry.answer) },
  }
  return { 200: { description: 'Done.', content: { 'application/json': { schema } } }, ...refusals }
}

function requestBody({ body, bytes: file }: Route): Json {
  const content = file
    ? Object.fromEntries(file.types.map((type) => [type, bytes]))
    : body && { 'application/json': { schema: jsonSchema(body) } }
  return content ? { requestBody: { required: true, content } } : {}
}

function rightOf({ access }: Route): Json {
  if ('open' in access)
    return access.open === true
      ? { description: 'Open.', security: [] }
      : { description: 'Open. A sign-in is used if there is one.', security: [{}, { token: [] }] }
  const guest = access as { guest?: true | 'admitted' }
  const link = `the secret of a client's personal link${guest.guest === 'admitted' ? ', once let in' : ''}`
  if (!('level' in access)) return { description: `Needs ${link}.`, security: [{ guestLink: [] }] }
  if ('guest' in access)
    return {
      description: `Needs a sign-in of level ${access.level} or above, or ${link}.`,
      security: [{ token: [] }, { guestLink: [] }],
    }
  return { description: `Needs a sign-in of level ${access.level} or above.`, security: [{ token: [] }] }
}

function operation(name: string, entry: Route): Json {
  return {
    operationId: name,
    summary: entry.summary,
    ...rightOf(entry),
    parameters: parameters(entry),
    ...requestBody(entry),
    responses: answers(entry),
  }
}

/** The OpenAPI 3.1 document, generated only from the route table. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, entry] of Object.entries(table)) {
    const path = openPath(entry.path)
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operation(name, entry) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '0.1.0',
      description:
        'Every answer is `{"response": …}`. A refusal also has `code` and `requestId`. An unknown path is answered 404 `not_found`, and an address or headers that are too long 431 `headers_too_large`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        guestLink: { type: 'http', scheme: 'Guest' },
      },
      schemas: { Problem: jsonSchema(problemShape) },
    },
  }
}

/** The shape of every refusal; the API answers in it and the tests check it. */
export const problemShape = z.strictObject({
  response: z.string(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  errors: z.optional(z.array(z.strictObject({ path: z.string(), message: z.string() }))),
  /** With `stale`: the current state. */
  present: z.optional(z.unknown()),
  requestId: z.string(),
})
