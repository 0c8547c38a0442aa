import type { Database } from '@parley/api/platform/database/database.ts'
import { levels, maySignIn, type LevelName, type Privs } from '@parley/contract/rules/people/levels.ts'
import { foldUsername, isUsername } from '@parley/contract/rules/people/sign-in.ts'
import { addresses, herePlaces } from './engines/places.ts'
import { readCommand, refuse } from './read-command.ts'

const create = 'pnpm person create --level LEVEL --username U --email E'
const { values, words } = readCommand({
  usage: `${create} [--first-name F] [--last-name L] [--organization NAME]
pnpm person link U`,
  about: `Makes an account from the command line, or a link with which somebody sets a password. Both are audited as the system.
They act on DATABASE_URL, or else on the development database.

  create  makes a person
  link    prints an address at which U sets a password, good once and for 24 hours`,
  hasWords: true,
  options: {
    level: { type: 'string', value: 'LEVEL', about: 'coach, orgadmin, admin or super' },
    username: { type: 'string', value: 'U', about: '3 to 64 characters of a-z 0-9 . _ -' },
    email: { type: 'string', value: 'E', about: 'where mails go' },
    'first-name': { type: 'string', value: 'F', about: 'may be left out' },
    'last-name': { type: 'string', value: 'L', about: 'may be left out' },
    organization: { type: 'string', value: 'NAME', about: 'its internal name; coach and orgadmin need one' },
  },
  examples: [
    'pnpm person create --level super --username ana --email ana@example.org',
    'pnpm person link ana',
  ],
})
const [action, whom] = words
const isLink = action === 'link' && whom !== undefined && words.length === 2
if (!isLink && (action !== 'create' || words.length > 1))
  refuse(`Say what to do: ${create}, or pnpm person link U. --help explains both.`)

const { default: pg } = await import('pg')
const { findPersonByUsername, makePasswordLink } = await import('@parley/api/features/identity/identity.ts')
const { audit, system } = await import('@parley/api/platform/audit/audit.ts')
const { openDatabase } = await import('@parley/api/platform/database/database.ts')

const here = addresses(herePlaces())
const databaseUrl = process.env.DATABASE_URL ?? here.postgres.appUrl
const origin = process.env.PARLEY_ORIGIN ?? here.portal.url

class Refusal extends Error {}

async function makePerson(db: Database['db'], given: typeof values): Promise<string> {
  const level = (Object.keys(levels) as LevelName[]).find(
    (name) => name.toLowerCase() === given.level?.toLowerCase(),
  )
  if (!level || !maySignIn(levels[level]))
    throw new Refusal('--level must be one of coach, orgadmin, admin, super.')
  const username = foldUsername(given.username ?? '')
  if (!isUsername(username)) throw new Refusal('--username must have 3 to 64 characters of a-z 0-9 . _ -')
  if (!given.email?.includes('@')) throw new Refusal('--email must be an e-mail address.')
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
    return `Made ${username}, level ${level}. Next: \`pnpm person link ${username}\` prints the link that sets the password.`
  })
}

async function findOrganization(db: Database['db'], name: string) {
  const found = await db.selectFrom('organizations').select('id').where('name', '=', name).executeTakeFirst()
  if (!found) throw new Refusal(`There is no organization with the internal name ${name}.`)
  return found
}

async function makeLink(db: Database['db'], username: string): Promise<string> {
  const person = await findPersonByUsername(db, foldUsername(username))
  if (!person) throw new Refusal(`There is nobody with the username ${username}.`)
  if (person.privs < levels.Coach) throw new Refusal('Clients have no sign-in, so there is no link for them.')
  const secret = await db.transaction().execute((tx) => makePasswordLink(tx, system, person, Date.now()))
  return `${username} sets a password here. The link works once, for 24 hours:\n${origin}/set-password/${secret}`
}

const { db, close } = openDatabase(databaseUrl, 1, (error) => console.error(error))
try {
  console.log(isLink ? await makeLink(db, whom) : await makePerson(db, values))
} catch (error) {
  const isTaken = error instanceof pg.DatabaseError && error.code === '23505'
  if (!isTaken && !(error instanceof Refusal)) throw error
  console.error(isTaken ? 'Somebody already has that username or e-mail address.' : error.message)
  process.exitCode = 1
} finally {
  await close()
}
