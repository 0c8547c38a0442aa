/** The least that `GET /api/profiles/me` can cost: Fastify, the token's hash, the same statement, the row unchanged. */
import fastify from 'fastify'
import pg from 'pg'
import { tokenStatement } from '@parley/api/features/identity/sign-in/tokens.ts'
import { hashOf } from '@parley/api/platform/identity/secrets.ts'
import { readTexts } from '@parley/api/platform/content/texts.ts'

const { DATABASE_URL, DATABASE_POOL_MAX, PORT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_MAX) })
const { terms } = await readTexts()

const app = fastify()
app.route({
  method: 'GET',
  url: '/api/profiles/me',
  handler: async (request) => {
    const token = (request.headers.authorization ?? '').slice('Bearer '.length)
    const { rows } = await pool.query({ ...tokenStatement, values: [hashOf(token), terms.version] })
    return { response: rows[0] }
  },
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
