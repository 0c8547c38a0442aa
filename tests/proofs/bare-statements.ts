/** What a request costs at the least: Fastify, and its statements one after the other, the rows as they come. */
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import pg from 'pg'
import { unpacked } from './statements.ts'

const { DATABASE_URL, PORT, STATEMENTS_FILE } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
// A list of packed lists, one for each request.
const requests = (JSON.parse(readFileSync(STATEMENTS_FILE ?? '', 'utf8')) as string[]).map(unpacked)

const app = fastify()
app.route({
  method: 'GET',
  url: '/:number',
  handler: async (request) => {
    // What the address's pattern has.
    const { number } = request.params as { number: string }
    const response: unknown[] = []
    for (const statement of requests[Number(number)] ?? []) response.push((await pool.query(statement)).rows)
    return { response }
  },
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
