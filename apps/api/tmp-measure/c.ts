import { readFileSync } from 'node:fs'
import { openDatabase } from '/work/sessions/apps/api/src/platform/database.ts'
import { listSessions } from '/work/sessions/apps/api/src/features/sessions/list.ts'
import { filterSessions } from '/work/sessions/apps/api/src/features/sessions/filter-options.ts'
import { calendarSessions } from '/work/sessions/apps/api/src/features/sessions/calendar.ts'
import { sessionProgress } from '/work/sessions/apps/api/src/features/sessions/progress.ts'
import { listInScope } from '/work/sessions/apps/api/src/features/people/people.ts'
import { sessionColumns } from '@parley/contract/sessions.ts'
const only = new RegExp(process.argv[2] ?? '.')
const runs = Number(process.argv[3] ?? 5)
const worlds = []
for (const url of process.argv.slice(4)) {
  const database = openDatabase(url, 1, () => {})
  const { pool } = database
  const one = async (q: string) => (await pool.query(q)).rows[0]
  const pid = (await one('select pg_backend_pid() pid')).pid
  const admin = await one('select id, privs, organization_id from people where privs = 3')
  const big = await one('select organization_id, sum(n) n from session_counts group by 1 order by 2 desc limit 1')
  const org = await one(`select id, privs, organization_id from people where privs = 2 and organization_id = '${big.organization_id}'`)
  const coachRow = await one(`select coach_id, count(*) n from sessions where organization_id = '${big.organization_id}' group by 1 order by 2 desc limit 1`)
  const coach = await one(`select id, privs, organization_id from people where id = '${coachRow.coach_id}'`)
  const name = (await one(`select p.first_name || ' ' || p.last_name n from sessions s join people p on p.id = s.user_id where s.coach_id = '${coach.id}' and s.user_id <> s.coach_id order by s.id limit 1`)).n
  const cname = (await one(`select p.first_name || ' ' || p.last_name n from people p where p.id = '${coach.id}'`)).n
  worlds.push({ database, pid, big, name, cname, who: { admin, org, coach } as any })
  console.log('largest', big.n, 'coach', coachRow.n)
}
const cpu = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
const now = Date.now()
const ctx = (w: any, p: any) => ({ db: w.database.db, now, setHeader() {}, principal: { ...p, organizationId: p.organization_id, kind: 'person', profile: {} } }) as any
async function time(label: string, work: (w: any) => Promise<any>) {
  if (!only.test(label)) return
  const out: string[] = []
  for (const w of worlds) {
    const times: number[] = []
    let n: any
    await work(w)
    for (let i = 0; i < runs; i += 1) { const t = cpu(w.pid); n = await work(w).catch((e) => e.message); times.push(cpu(w.pid) - t) }
    times.sort((a, b) => a - b)
    out.push(`${times[Math.floor(runs / 2)]!.toFixed(1).padStart(7)} (${times.at(-1)!.toFixed(1).padStart(6)}) ${typeof n === 'string' ? n : String(n?.entryCount ?? '').padStart(8)}`)
  }
  console.log(label.padEnd(44), out.join(' | '))
}
for (const who of ['admin', 'org', 'coach'] as const) {
  const P = (w: any) => ctx(w, w.who[who])
  for (const column of sessionColumns)
    for (const dir of ['ASC', 'DESC'] as const)
      for (const page of [1, 100])
        await time(`${who} ${column} ${dir} p${page}`, (w) => listSessions(P(w), { page, order: [column, dir] } as any))
  for (const f of ['status', 'unsettled', 'client_name', ...(who === 'coach' ? [] : ['coach_name', 'organization'])])
    for (const page of [1, 10, 100])
      await time(`${who} filter ${f} p${page}`, (w) => listSessions(P(w), { page, filters: { [f]: f === 'status' ? ['NoShow'] : f === 'unsettled' ? true : f === 'client_name' ? [w.name] : f === 'coach_name' ? [w.cname] : [w.big.organization_id] } } as any))
  for (const search of ['coaching', 'résumé', 'rest #33', 'marya', '$name', 'zzzz', 'yama', 'ca', 'lée', 'corwood'])
    for (const page of [1, 10, 100])
      await time(`${who} search ${search} p${page}`, (w) => listSessions(P(w), { page, search: search === '$name' ? w.name : search } as any))
  for (const q of [undefined, 'mar', 'berg', 'yamamura'])
    await time(`${who} options ${q}`, (w) => filterSessions(P(w), { q }).then((o) => ({ entryCount: o.client_name.length })))
  await time(`${who} calendar`, (w) => calendarSessions(P(w), { owned: true, start_time_range: [new Date(now - 15 * 864e5).toISOString(), new Date(now + 15 * 864e5).toISOString()] }).then((o) => ({ entryCount: o.length })))
  await time(`${who} progress`, (w) => sessionProgress(P(w)).then((o) => ({ entryCount: o.total })))
  await time(`${who} people`, (w) => listInScope(P(w), 'clients', { page: 1 } as any))
}
for (const w of worlds) await w.database.close()
