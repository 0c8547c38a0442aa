import { parseArgs } from 'node:util'
import pg from 'pg'
import { findPersonByUsername, makePasswordLink } from '@parley/api/features/identity/identity.ts'
import { audit, system } from '@parley/api/platform/audit/audit.ts'
import { openDatabase, type Database } from '@parley/api/platform/database/database.ts'
import { levels, maySignIn, type LevelName, type Privs } from '@parley/contract/rules/levels.ts'
import { foldUsername, isUsername } from '@parley/contract/rules/sign-in.ts'
import { addresses, herePlaces } from './engines/places.ts'

const usage = `Usage:
  pnpm person create --level coach|orgadmin|admin|super --username U --email E
                     [--first-name F] [--last-name L] [--organization NAME]
  pnpm person link U

create makes a person; link prints the address at which U sets a password. Both are audited as the system.
They act on DATABASE_URL, else on the development database.`

const here = addresses(herePlaces())
const databaseUrl = process.env.DATABASE_URL ?? here.postgres.appUrl
const origin = process.env.PARLEY_ORIGIN ?? here.portal.url

class Refusal extends Error {}

async function create(db: Database['db'], given: Record<string, string | undefined>): Promise<string> {
  const level = (Object.keys(levels) as LevelName[]).find(
    (name) => name.toLowerCase() === given.level?.toLowerCase(),
  )
  if (!level || !maySignIn(levels[level]))
    throw new Refusal('--level is one of coach, orgadmin, admin, super.')
  const username = foldUsername(given.username ?? '')
  if (!isUsername(username)) throw new Refusal('--username has 3 to 64 characters of a-z 0-9 . _ -')
  if (!given.email?.includes('@')) throw new Refusal('--email is an e-mail address.')
  const organization = given.organization ? await findOrganization(db, given.organization) : null
  if (!organization && levels[level] < levels.Admin)
    throw new Refusal(`A ${level} needs --organization NAME.`)

  return db.transaction().execute(async (tx) => {
    const person = await tx
      .insertInto('people')
      .values({
        username,
        email: given.email ?? '',
        first_name: given['first-name'] ?? '',
        last_name: given['last-name'] ?? '',
        privs: levels[level] satisfies Privs,
        organization_id: organization?.id ?? null,
      })
      .returning(['id', 'organization_id'])
      .executeTakeFirstOrThrow()
    await audit(tx, system, Date.now(), {
      action: 'people.create',
      subjectKind: 'person',
      subjectId: person.id,
      organizationId: person.organization_id,
      detail: { privs: levels[level] },
    })
    return `${username} is there, as ${level}. \`pnpm person link ${username}\` prints the way in.`
  })
}

async function findOrganization(db: Database['db'], name: string) {
  const found = await db.selectFrom('organizations').select('id').where('name', '=', name).executeTakeFirst()
  if (!found) throw new Refusal(`There is no organization with the internal name ${name}.`)
  return found
}

async function link(db: Database['db'], username: string | undefined): Promise<string> {
  const person = await findPersonByUsername(db, foldUsername(username ?? ''))
  if (!person) throw new Refusal(`There is nobody with the username ${username}.`)
  if (person.privs < levels.Coach) throw new Refusal('Clients have no sign-in, so there is no link for them.')
  const secret = await db.transaction().execute((tx) => makePasswordLink(tx, system, person, Date.now()))
  return `Good for 24 hours, once:\n${origin}/set-password/${secret}`
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    level: { type: 'string' },
    username: { type: 'string' },
    email: { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
    organization: { type: 'string' },
  },
})
const { db, close } = openDatabase(databaseUrl, 1, (error) => console.error(error))
try {
  if (positionals[0] === 'create') console.log(await create(db, values))
  else if (positionals[0] === 'link') console.log(await link(db, positionals[1]))
  else throw new Refusal(usage)
} catch (error) {
  const isTaken = error instanceof pg.DatabaseError && error.code === '23505'
  if (!isTaken && !(error instanceof Refusal)) throw error
  console.error(isTaken ? 'That username or e-mail address belongs to somebody already.' : error.message)
  process.exitCode = 1
} finally {
  await close()
}
