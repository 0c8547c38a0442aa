import type pg from 'pg'

export interface PeopleSizes {
  people: number
  organizations: number
  /** How many of the people belong to the first organization, the largest. */
  largest: number
}

/** One in twenty-five may sign in. */
const staffShare = 25

const parts = `array['an','bel','cor','dan','el','fer','gri','hal','is','jo','kar','lin','mar','nor','ol','pe','qui','ros','sten','tor','ul','ver','wil','xan','yas','zel']`
const name = (seed: string, syllables: number) =>
  `initcap(${Array.from({ length: syllables }, (_, i) => `(${parts})[1 + (hashint4(${seed} * 31 + ${i}) & 2147483647) % 26]`).join(' || ')})`

/**
 * A world of any size, made by the database itself: some statements for a million people. Names are of syllables, so that
 * some fragments are common and some rare, as in life. Run as the owner, on a database without people.
 */
export async function makePeopleWorld(
  owner: pg.Client,
  { people, organizations, largest }: PeopleSizes,
): Promise<void> {
  const staff = Math.floor(people / staffShare)
  const largestStaff = Math.max(2, Math.floor(largest / staffShare))
  await owner.query(`
    insert into organizations (name, display_name, billing_address, rate_cents)
    select 'org-' || i, ${name('i', 3)} || ' ' || (array['Coaching', 'Health', 'Partners', 'Group'])[1 + i % 4], '1 Quay Street', 12000
    from generate_series(1, ${organizations}) i`)
  await owner.query(
    `create temp table org as select id, row_number() over (order by name)::int - 1 as n from organizations`,
  )
  // The first organization takes its share first, the others the rest in turn.
  const place = (i: string, share: number) =>
    `case when ${i} <= ${share} then 0 else 1 + ${i} % ${organizations - 1} end`
  await owner.query(`
    insert into people (organization_id, privs, username, email, first_name, last_name, time_zone, is_assessor)
    select o.id, case when i % 10 = 1 then 2 else 1 end, lower(${name('i', 2)}) || '.' || i, 's' || i || '@example.com', ${name('i', 2)}, ${name('i + 7', 3)}, null, i % 10 <> 1
    from generate_series(1, ${staff}) i join org o on o.n = ${place('i', largestStaff)}`)
  await owner.query(`
    create temp table coach as
    select id, organization_id, row_number() over (partition by organization_id)::int - 1 as n,
      count(*) over (partition by organization_id)::int as of from people`)
  await owner.query(`create index on coach (organization_id, n)`)
  await owner.query(`
    insert into people (organization_id, coach_id, privs, username, email, first_name, last_name, time_zone)
    select o.id, c.id, 0, lower(${name('i + 3', 2)}) || '.' || ${staff} + i, 'c' || i || '@example.com', ${name('i + 3', 2)}, ${name('i + 11', 3)}, null
    from generate_series(1, ${people - staff}) i
    join org o on o.n = ${place('i', largest - largestStaff)}
    left join (select organization_id, max(of) as of from coach group by 1) k on k.organization_id = o.id
    left join coach c on c.organization_id = o.id and c.n = i % k.of`)
  await owner.query('drop table org, coach')
  // Some are deleted, as in life.
  await owner.query('update people set deleted_at = now() where privs = 0 and hashtext(username) % 400 = 0')
  await owner.query('vacuum analyze people')
  await owner.query('analyze organizations')
}
