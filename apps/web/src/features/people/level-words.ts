import { levels, type LevelName, type Privs } from '@parley/contract/rules/levels.ts'

/** One line on what each level may do. */
export const levelWords: Record<LevelName, string> = {
  Client: 'Joins calls by invitation',
  Coach: 'Runs sessions with their own clients',
  OrgAdmin: 'Manages coaches, clients and invoices of the organization',
  Admin: 'Manages all organizations, billing and invoices',
  Super: 'Manages everything, including other admins',
}

// `Object.keys` is typed as `string[]`.
const names = Object.keys(levels) as LevelName[]

export const levelName = (privs: Privs): LevelName => names.find((name) => levels[name] === privs) ?? 'Client'
