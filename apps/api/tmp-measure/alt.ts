import { readFileSync } from 'node:fs'
import { openDatabase } from '/work/sessions/apps/api/src/platform/database.ts'
const d = openDatabase(process.argv[2]!, 1, () => {})
const pid = (await d.pool.query('select pg_backend_pid() pid')).rows[0].pid
const cpu = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
const org = (await d.pool.query('select organization_id o from session_counts group by 1 order by sum(n) desc limit 1')).rows[0].o
const branch = (s: string, n: number) => `(select s.id, s.start_time, s.search from sessions s where s.organization_id = '${org}' and s.status = '${s}' order by s.start_time desc, s.id desc limit ${n})`
const merged = (n: number) => `select * from (${['Cancelled', 'Completed', 'NoShow', 'Scheduled'].map((s) => branch(s, n)).join(' union all ')}) u order by start_time desc, id desc limit ${n}`
const unordered = `select s.search from sessions s where s.organization_id = '${org}'`
const tests: Record<string, string> = {
  'merged 60k coaching': `select count(*) from (select from (${merged(60000)}) s where search like '%coaching%' limit 10001) r`,
  'union all no order coaching': `select count(*) from (select from (${['Cancelled', 'Completed', 'NoShow', 'Scheduled'].map((s) => branch(s, 60000)).join(' union all ')}) s where search like '%coaching%' limit 10001) r`,
  'gin org coaching': `select count(*) from (select from sessions s where organization_id = '${org}' and split_part(search, E'\\n', 1) like '%coaching%' limit 10001) r`,
  'gin org resume': `select count(*) from (select from sessions s where organization_id = '${org}' and split_part(search, E'\\n', 1) like '%resume%' limit 10001) r`,
  'gin all resume': `select count(*) from (select from sessions s where split_part(search, E'\\n', 1) like '%resume%' offset 0) r`,
  'seq all resume': `select count(*) from (select from sessions s where search like '%resume%' limit 10001) r`,
  'seq all resume status': `select count(*) from (select from sessions s where s.status = any('{Cancelled,Completed,NoShow,Scheduled}') and search like '%resume%' limit 10001) r`,
}
for (const [name, text] of Object.entries(tests)) {
  const t: number[] = []
  let n
  try {
    for (let i = 0; i < 4; i += 1) { const a = cpu(); n = (await d.pool.query(text)).rows[0].count; t.push(cpu() - a) }
  } catch (e: any) { n = e.message }
  console.log(name.padEnd(32), t.map((x) => x.toFixed(0)).join(' '), n)
  const plan = (await d.pool.query('explain ' + text)).rows.map((r: any) => r['QUERY PLAN']).join('\n')

}
await d.close()
