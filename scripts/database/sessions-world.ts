import pg from 'pg'

export interface SessionSizes {
  sessions: number
  people: number
  coaches: number
  organizations: number
  /** The largest organization's share, from 0 to 1. */
  largest: { coaches: number; clients: number }
}

/**
 * The sizes of a world with so many sessions. 10 million sessions have 1,000,000 people, 40,000 of them coaches, in 5,000
 * organizations, the largest with 100,000 people and 500,000 sessions.
 */
export const sizesFor = (sessions: number): SessionSizes => ({
  sessions,
  people: Math.ceil(sessions / 10),
  coaches: Math.ceil(sessions / 250),
  organizations: Math.max(2, Math.min(5000, Math.round(20 * (sessions / 10_000) ** 0.8))),
  largest: { coaches: 0.05, clients: 0.102 },
})

interface Fill {
  sizes: SessionSizes
  /** The sessions lie in the 292 days before this and the 12 days after it. */
  now: Date
  say?: (line: string) => void
}

/**
 * Fills an empty migrated database; the database itself generates all rows. Indexes are dropped and rebuilt at the end,
 * triggers and foreign keys are switched off. The same sizes give the same world.
 */
export async function makeSessionsWorld(
  ownerUrl: string,
  { sizes, now, say = () => {} }: Fill,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const step = async (name: string, ...statements: string[]) => {
      const since = performance.now()
      for (const statement of statements) await client.query(statement)
      say(`  ${name}: ${((performance.now() - since) / 1000).toFixed(1)} s`)
    }
    await client.query(`set session_replication_role = replica; set work_mem = '256MB';
      set maintenance_work_mem = '1GB'; set synchronous_commit = off; set client_min_messages = warning`)
    const kept = await dropIndexes(client)
    await step('vocabulary', vocabulary)
    await step('organizations and people', organizations(sizes), coaches(sizes), clients(sizes), people)
    await step('sessions', sessions(sizes, now))
    await step('participants, busy times, counts', participants, busyTimes(now), counts)
    for (const definition of kept) await step(definition.slice(0, 90), definition)
    await step('statistics', 'vacuum analyze people', 'vacuum analyze sessions', 'vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Drops every index but the primary keys, and the constraint against overlaps. Returns statements to recreate them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid in ('people'::regclass, 'sessions'::regclass, 'session_participants'::regclass)
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const { rows: overlap } = await client.query<{ definition: string }>(`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'session_busy_no_overlap'`)
  await client.query('alter table session_busy drop constraint session_busy_no_overlap')
  return [
    ...overlap.map(
      ({ definition }) => `alter table session_busy add constraint session_busy_no_overlap ${definition}`,
    ),
    ...indexes.map(({ definition }) => definition),
  ]
}

/** A number from 0 to 1 that depends only on the row and a salt. */
const chance = (row: string, salt: number) =>
  `((hashint8extended((${row})::bigint, ${salt}) & 1048575) / 1048576::float8)`
const oneOf = (array: string, row: string, salt: number) =>
  `(${array})[1 + floor(${chance(row, salt)} * cardinality(${array}))::integer]`

/** 400 first names, 2,500 last names and some 20,000 titles, a quarter of which contain 'coaching'. */
const vocabulary = `
  create temp table gen_first as
    select row_number() over () - 1 as n, onset || ending as word from
      unnest(string_to_array('Al Ber Car Dan El Fa Gre Ha Is Ju Ka Lu Mar Nor Os Pe Ro Sa To Zé', ' ')) onset,
      unnest(string_to_array('a in ela do na rik ia mira lan thea ya min so bert dra lo nik sha ve lée', ' ')) ending;
  create temp table gen_last as
    select row_number() over () - 1 as n, onset || ending as word from
      unnest(string_to_array('Ack Ban Cor Dor Eng Fal Gar Hol Ing Jan Kel Lam Mor Nor Ost Pal Quin Ras Sten Tor Und Vel Wat Yil Zim Ber Cas Del Esp Fon Gol Hag Iba Jor Kow Lin Mat Nas Oka Pet Rey Sil Tan Ura Vas Wes Xan Yam Zap Öst', ' ')) onset,
      unnest(string_to_array('berg son ley man ova ini ez ström wood field hart aro ueda oglu sen dottir ski wicz mann stein burg ton ham worth shaw ford well croft dale thorpe ano elli etti ov enko aj ath kar wala gupta moto hashi saki naka yama mura ito uchi vic escu', ' ')) ending;
  create temp table gen_titles as
    select row_number() over () - 1 as n, title, fold(title) as folded from (
      select case when k % 4 = 0 then 'Coaching call: ' else '' end || topic || ' ' || subject || case when k % 3 = 0 then ' #' || k else '' end as title
      from unnest(string_to_array('Weekly,First,Follow-up on,Review of,Planning,Values in,Practice:,Notes on,Reflection on,Closing', ',')) topic,
        unnest(string_to_array('goals,sleep,work and rest,relationships,confidence,a difficult talk,money,study,leadership,health,time,grief,feedback,habits,résumé,moving,parenting,team trust,public speaking,career', ',')) subject,
        generate_series(1, 100) k) t;
  analyze gen_first; analyze gen_last; analyze gen_titles`

const organizations = ({ organizations: n }: SessionSizes) => `
  create temp table gen_organizations as
    select n, uuidv7() as id,
      ${oneOf(`array['Harbor','Northern','Juniper','Blue Ridge','Quay','Lantern','Meridian','Willow','Cedar','Summit']`, 'n', 1)} || ' '
        || ${oneOf(`array['Coaching','Health','Partners','Wellbeing','Group','Institute']`, 'n', 2)} || ' ' || n as name
    from generate_series(0, ${n - 1}) n;
  insert into organizations (id, name, display_name, billing_address, rate_cents, time_zone)
    select id, 'world-' || n, name, '1 Quay Street', 15000, ${oneOf(`array['America/New_York','Europe/Berlin','Australia/Sydney','Europe/London']`, 'n', 3)}
    from gen_organizations`

/** Every organization has at least one coach; some are large and most are small. */
const coaches = ({ coaches: n, organizations: orgs, largest, sessions: total }: SessionSizes) => {
  const inLargest = Math.max(2, Math.round(n * largest.coaches))
  return `
  create temp table gen_coaches as
    select c.*, row_number() over (partition by c.organization order by c.n) - 1 as rank, o.id as organization_id,
      greatest(1, round(${total / n} * 0.94 * (0.5 - 0.5 * ln(${chance('c.n', 4)} + 0.000001))))::integer as sessions
    from (select n, uuidv7() as id, case
        when n < ${inLargest} then 0
        when n < ${inLargest + orgs - 1} then n - ${inLargest} + 1
        else 1 + floor(${orgs - 1} * ${chance('n', 5)} ^ 2)::integer end as organization
      from generate_series(0, ${n - 1}) n) c
    join gen_organizations o on o.n = c.organization;
  create unique index on gen_coaches (n);
  create unique index on gen_coaches (organization, rank);
  analyze gen_coaches`
}

const clients = ({ people: all, coaches: n, largest }: SessionSizes) => {
  const count = Math.max(n, all - n)
  const coachesInLargest = Math.max(2, Math.round(n * largest.coaches))
  const inLargest = Math.round(count * largest.clients)
  return `
  create temp table gen_clients as
    select k.n, uuidv7() as id, k.coach, c.id as coach_id, c.organization_id,
      row_number() over (partition by k.coach order by k.n) - 1 as rank
    from (select n, case when n < ${inLargest} then n % ${coachesInLargest}
        else ${coachesInLargest} + n % greatest(1, ${n - coachesInLargest}) end as coach
      from generate_series(0, ${count - 1}) n) k
    join gen_coaches c on c.n = k.coach;
  create unique index on gen_clients (coach, rank);
  analyze gen_clients`
}

/** Some names are common and most are rare. */
const word = (table: string, size: number, row: string, salt: number) =>
  `(select word from ${table} w where w.n = floor(${size} * ${chance(row, salt)} ^ 1.5)::integer)`

const people = `
  create index on gen_first (n);
  create index on gen_last (n);
  create temp table gen_people as
    select p.*, ${word('gen_first', 400, 'p.n', 6)} as first_name, ${word('gen_last', 2500, 'p.n', 7)} as last_name from (
      select 10000000 + n as n, id, organization_id, null::uuid as coach_id, 1 as privs from gen_coaches
      union all select n, id, organization_id, coach_id, 0 from gen_clients
      union all select 20000000 + n, uuidv7(), id, null, 2 from gen_organizations
      union all select 30000000, uuidv7(), null, null, 3) p;
  insert into people (id, organization_id, coach_id, privs, username, email, first_name, last_name, is_assessor)
    select id, organization_id, coach_id, privs, fold(first_name || '.' || last_name) || '.' || n,
      fold(first_name || '.' || last_name) || '.' || n || '@example.com', first_name, last_name, privs = 1
    from gen_people order by n;
  create temp table gen_names as select id, fold(first_name || ' ' || last_name) as folded from gen_people;
  create unique index on gen_names (id);
  analyze gen_names;
  insert into people_counts select organization_id, privs, false, count(*) from gen_people group by 1, 2`

const daysBefore = 292
const daysAfter = 12
/** Eight hours of every weekday. A coach's sessions never overlap, and neither do a client's, who has one coach. */
const slots = Math.floor(((daysBefore + daysAfter) / 7) * 5) * 8

const sessions = (_sizes: SessionSizes, now: Date) => {
  const at = `timestamptz '${now.toISOString()}'`
  const day = (index: string) =>
    `date_trunc('day', ${at} - interval '${daysBefore} days', 'UTC') + make_interval(days => (${index}) / 5 * 7 + (${index}) % 5)`
  return `
  create temp table gen_sessions as
    select row_number() over () as n, * from (
      select x.coach_id, k.id as user_id, x.organization_id, x.seed,
        ${day('x.slot / 8')} + make_interval(hours => 8 + x.slot % 8) as start_time
      from (
        select c.n, c.id as coach_id, c.organization_id, c.n * 10000 + i as seed,
          floor(i::float8 * ${slots} / c.sessions)::integer as slot,
          floor(${chance('c.n * 10000 + i', 8)} * c.clients)::integer as chosen
        from (select c.*, (select count(*) from gen_clients k where k.coach = c.n) as clients from gen_coaches c offset 0) c
          cross join lateral generate_series(0, least(c.sessions, ${slots}) - 1) i) x
        join gen_clients k on k.coach = x.n and k.rank = x.chosen
      union all
      select c.id, c.id, c.organization_id, c.n * 10000 + 5000 + i,
        ${day(`i * ${slots / 8} / greatest(1, c.sessions / 16)`)} + make_interval(hours => 18 + (c.rank % 2)::integer)
      from gen_coaches c cross join lateral generate_series(0, c.sessions / 16 - 1) i
      where exists (select from gen_coaches x where x.organization = c.organization and x.rank = c.rank # 1)) s;
  analyze gen_sessions;
  insert into sessions (id, organization_id, coach_id, user_id, start_time, end_time, status, title, created_by, search, created_at, updated_at)
    select uuidv7(booked - now()), organization_id, coach_id, user_id, start_time,
      start_time + make_interval(mins => (array[30, 45, 60])[1 + floor(${chance('seed', 9)} * 3)::integer]),
      case when start_time > ${at} then case when luck < 0.05 then 'Cancelled' else 'Scheduled' end
        when luck < 0.0002 then 'Scheduled' when luck < 0.12 then 'Cancelled' when luck < 0.2 then 'NoShow'
        else 'Completed' end::session_status,
      title, coach_id, ' ' || folded || case when user_id = coach_id then '' else E'\\n ' || client end || E'\\n ' || coach,
      booked, booked
    from (select s.*, t.title, t.folded, u.folded as client, c.folded as coach, ${chance('s.seed', 10)} as luck,
        least(s.start_time, ${at}) - make_interval(hours => (1 + ${chance('s.seed', 11)} * 335)::integer) as booked
      from gen_sessions s
        join gen_titles t on t.n = floor(${chance('s.seed', 12)} * 20000)::integer
        join gen_names u on u.id = s.user_id join gen_names c on c.id = s.coach_id) x
    order by booked`
}

const participants = `
  insert into session_participants
    select s.id, p.id from sessions s join gen_coaches c on c.id = s.coach_id
      join gen_coaches p on p.organization = c.organization and p.rank = c.rank # 1
    where s.user_id = s.coach_id`

const busyTimes = (now: Date) => `
  insert into session_busy
    select s.id, p.person_id, tstzrange(s.start_time, s.end_time)
    from sessions s cross join lateral (
      select s.coach_id as person_id union select s.user_id
      union select q.person_id from session_participants q where q.session_id = s.id) p
    where s.status = 'Scheduled' and s.end_time > timestamptz '${now.toISOString()}'`

const counts = `
  insert into session_counts select organization_id, status, count(*) from sessions group by 1, 2;
  insert into session_hours
    select date_trunc('hour', start_time, 'UTC'), status, count(*), sum(extract(epoch from end_time - start_time) / 60)
    from sessions group by 1, 2`
