/**
 * The minimum cost of a request: Fastify and the request's statements, sent one by one or in parallel as our API sends
 * them. The response is the unprocessed rows.
 */
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import pg from 'pg'
import { unpacked, type Statement } from './statements.ts'

const { DATABASE_URL, PORT, STATEMENTS_FILE } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
// One packed list of statements per request.
const requests = (JSON.parse(readFileSync(STATEMENTS_FILE ?? '', 'utf8')) as string[]).map((one) =>
  together(unpacked(one)),
)

function together(statements: Statement[]): Statement[][] {
  const groups: Statement[][] = []
  for (const statement of statements)
    if (statement.isBeside) groups.at(-1)?.push(statement)
    else groups.push([statement])
  return groups
}

const app = fastify()
app.route({
  method: 'GET',
  url: '/:number',
  handler: async (request) => {
    // The URL pattern has this parameter.
    const { number } = request.params as { number: string }
    const response: unknown[] = []
    for (const group of requests[Number(number)] ?? []) {
      const answers = await Promise.all(group.map((statement) => pool.query(statement)))
      response.push(...answers.map(({ rows }) => rows))
    }
    return { response }
  },
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
