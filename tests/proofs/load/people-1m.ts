import { issueToken } from '@parley/api/features/identity/sign-in/tokens.ts'
import { foldPeopleCounts } from '@parley/api/features/people/queries.ts'
import { openDatabase } from '@parley/api/platform/database/database.ts'
import { asOwner } from '../../../scripts/database/migrate.ts'
import { makePeopleWorld, type PeopleSizes } from '../../../scripts/database/people-world.ts'
import { cloneDatabase } from '../../support/database.ts'
import { openBeside, type Call } from './beside-bare.ts'
import { answerAll, compareSizes } from './list-sizes.ts'
import { openFigures, type ProofOptions } from '../proof.ts'

export const about =
  'Every list, sort, filter and search of people and organizations is as quick with a million people as with ten thousand.'

/** Its short form has far fewer people. */
export const isNightly = true

const sizes = {
  full: {
    small: { people: 10_000, organizations: 50, largest: 1500 },
    large: { people: 1_000_000, organizations: 5000, largest: 100_000 },
    rounds: 61,
  },
  short: {
    small: { people: 300, organizations: 4, largest: 150 },
    large: { people: 1200, organizations: 10, largest: 600 },
    rounds: 0,
  },
}

const listMs = 20
const searchMs = 50

export async function prove({ size, say }: ProofOptions) {
  const figures = openFigures(say)
  const { small, large, rounds } = sizes[size]
  await using stack = new AsyncDisposableStack()
  const open = async (people: PeopleSizes) => {
    const cloned = await cloneDatabase()
    stack.defer(cloned.drop)
    const started = performance.now()
    const viewers = await fill(cloned.ownerUrl, cloned.appUrl, people)
    say(
      `${people.people} people in ${people.organizations} organizations, made in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    )
    const calls = callsOf(viewers, size === 'short')
    return { calls, world: stack.use(await openBeside(cloned.appUrl, calls)) }
  }
  const [few, many] = [await open(small), await open(large)]
  const worlds = { small: few.world, large: many.world }
  if (size === 'full') await compareSizes(many.calls, worlds, rounds, figures)
  else await answerAll(many.calls, worlds, figures)
  return figures.all
}

interface Viewers {
  tokens: Record<'Admin' | 'OrgAdmin' | 'Coach', string>
  coachId: string
  organizationId: string
}

/** Fills a database and picks the viewers: an Admin, the largest organization's OrgAdmin and one of its coaches. */
async function fill(ownerUrl: string, appUrl: string, people: PeopleSizes): Promise<Viewers> {
  const { admin, orgAdmin, coach } = await asOwner(ownerUrl, async (owner) => {
    await makePeopleWorld(owner, people)
    await owner.query(
      "insert into people (privs, username, email, first_name, last_name) values (3, 'proof-admin', 'proof@example.com', 'Proof', 'Admin')",
    )
    const pick = async (condition: string) => {
      const { rows } = await owner.query<{ id: string; organization_id: string }>(
        `select p.id, p.organization_id from people p left join organizations o on o.id = p.organization_id where ${condition} order by p.id limit 1`,
      )
      if (!rows[0]) throw new Error(`nobody: ${condition}`)
      return rows[0]
    }
    return {
      admin: await pick('p.privs = 3'),
      orgAdmin: await pick("p.privs = 2 and o.name = 'org-1'"),
      coach: await pick("p.privs = 1 and o.name = 'org-1'"),
    }
  })
  const database = openDatabase(appUrl, 1, () => {})
  // The worker does this every minute.
  await foldPeopleCounts(database.db)
  const token = ({ id }: { id: string }) =>
    issueToken(database.db, id, { address: '127.0.0.1', agent: 'proof' }, Date.now())
  const tokens = { Admin: await token(admin), OrgAdmin: await token(orgAdmin), Coach: await token(coach) }
  await database.close()
  return { tokens, coachId: coach.id, organizationId: orgAdmin.organization_id }
}

type JudgedCall = Call & { group: string; limitMs: number }

/** All lists, sorts, filters and searches that the screens offer. */
function callsOf({ tokens, coachId, organizationId }: Viewers, isShort: boolean): JudgedCall[] {
  // Long because it is one list.
  const list = (
    who: keyof typeof tokens,
    name: string,
    path: string,
    query: Record<string, unknown>,
    limitMs: number,
  ): JudgedCall => ({
    group: `${who}, ${limitMs === searchMs ? 'searches' : 'lists'}`,
    name: `${who}: ${name}`,
    token: tokens[who],
    path: `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]))}`,
    limitMs,
  })
  const pages = isShort ? [1] : [1, 100]
  const calls: JudgedCall[] = []
  for (const who of ['Admin', 'OrgAdmin'] as const)
    for (const [what, path] of [
      ['clients', '/profiles/list-clients'],
      ['coaches', '/profiles/list-coaches'],
    ] as const)
      for (const page of pages) {
        // There are fewer coaches than clients, so their hundredth page would be empty in the small world.
        if (what === 'coaches' && page > 1) continue
        for (const column of ['first_name', 'last_name', 'username'])
          for (const turn of ['ASC', 'DESC'])
            calls.push(
              list(
                who,
                `${what} by ${column} ${turn}, page ${page}`,
                path,
                { page, order: [column, turn] },
                listMs,
              ),
            )
      }
  for (const who of ['Admin', 'OrgAdmin'] as const) {
    const clients = (name: string, filters: object) =>
      calls.push(list(who, `clients, ${name}`, '/profiles/list-clients', { page: 1, filters }, listMs))
    clients('of a coach', { coach: [coachId] })
    clients('of an organization', { organization: [organizationId] })
    clients('deleted', { deleted: true })
    calls.push(
      list(who, 'coaches, one level', '/profiles/list-coaches', { page: 1, filters: { privs: [2] } }, listMs),
    )
    for (const search of ['ros', 'xanyas', '.1234', 'zelzelzel'])
      for (const page of search === 'ros' ? pages : [1])
        calls.push(
          list(
            who,
            `clients, search '${search}', page ${page}`,
            '/profiles/list-clients',
            { page, search },
            searchMs,
          ),
        )
    calls.push(
      list(who, "everyone, search 'mar' (palette)", '/profiles', { page: 1, search: 'mar' }, searchMs),
    )
    calls.push(list(who, "filter options, 'ver'", '/profiles/filter', { q: 'ver' }, searchMs))
  }
  calls.push(list('Coach', 'own clients', '/profiles/list-clients', { page: 1 }, listMs))
  calls.push(
    list(
      'Coach',
      "own clients, search 'ros'",
      '/profiles/list-clients',
      { page: 1, search: 'ros' },
      searchMs,
    ),
  )
  for (const column of ['displayName', 'name', 'rate', 'createdAt'])
    calls.push(
      list(
        'Admin',
        `organizations by ${column}`,
        '/organizations',
        { page: 1, order: [column, 'ASC'] },
        listMs,
      ),
    )
  calls.push(
    list('Admin', "organizations, search 'bel'", '/organizations', { page: 1, search: 'bel' }, searchMs),
  )
  return calls
}
