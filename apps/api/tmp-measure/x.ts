import pg from 'pg'
import { openDatabase } from '/work/sessions/apps/api/src/platform/database.ts'
import { listSessions } from '/work/sessions/apps/api/src/features/sessions/list.ts'
import { filterSessions } from '/work/sessions/apps/api/src/features/sessions/filter-options.ts'
const url = process.argv[2]!
const who = process.argv[3]!
const query = JSON.parse(process.argv[4]!)
const mode = process.argv[5] ?? 'plan'
const database = openDatabase(url, 1, () => {})
const { db, pool } = database
const one = async (q: string) => (await pool.query(q)).rows[0]
const big = await one('select organization_id, sum(n) n from session_counts group by 1 order by 2 desc limit 1')
const coachRow = await one(`select coach_id, count(*) n from sessions where organization_id = '${big.organization_id}' group by 1 order by 2 desc limit 1`)
const p = who === 'admin' ? await one('select id, privs, organization_id from people where privs = 3') : who === 'org' ? await one(`select id, privs, organization_id from people where privs = 2 and organization_id = '${big.organization_id}'`) : await one(`select id, privs, organization_id from people where id = '${coachRow.coach_id}'`)
const text = JSON.stringify(query).replaceAll('$org', big.organization_id)
const statements: { text: string; values: unknown[] }[] = []
const original = pg.Client.prototype.query as any
pg.Client.prototype.query = function (this: any, ...args: any[]) { if (typeof args[0] === 'string' && Array.isArray(args[1])) statements.push({ text: args[0], values: args[1] }); else if (args[0]?.text) statements.push({ text: args[0].text, values: args[0].values }); return original.apply(this, args) } as any
const ctx = { db, now: Date.now(), principal: { ...p, organizationId: p.organization_id, kind: 'person', profile: {} } } as any
if (query.options) await filterSessions(ctx, query.options); else await listSessions(ctx, JSON.parse(text))
pg.Client.prototype.query = original
for (const s of statements) {
  if (mode === 'plan') {
    console.log(s.text.replaceAll(/\s+/g, ' ').slice(0, 3000), JSON.stringify(s.values).slice(0, 300))
    await pool.query({ text: s.text, values: s.values })
    const { rows } = await pool.query({ text: 'explain (analyze, buffers) ' + s.text, values: s.values })
    console.log(rows.map((r: any) => r['QUERY PLAN']).join('\n').slice(0, 6000), '\n')
  } else {
    let best = Infinity, line = ''
    for (let i = 0; i < 5; i += 1) {
      const { rows } = await pool.query({ text: 'explain (analyze, buffers, summary, format json) ' + s.text, values: s.values })
      const plan = rows[0]['QUERY PLAN'][0]
      const ms = plan['Planning Time'] + plan['Execution Time']
      if (ms < best) { best = ms; line = `plan ${plan['Planning Time'].toFixed(1)} exec ${plan['Execution Time'].toFixed(1)} buffers ${plan.Plan['Shared Hit Blocks']}+${plan.Plan['Shared Read Blocks']}` }
    }
    console.log(line, s.text.replaceAll(/\s+/g, ' ').slice(0, 140))
  }
}
await database.close()
