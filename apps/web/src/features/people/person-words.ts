import { levels, type LevelName, type Privs } from '@parley/contract/rules/people/levels.ts'
import type { Kind } from './form/person-values.ts'

interface PersonWords {
  add: string
  edit: string
  added: string
  createFailed: string
  updateFailed: string
}

/** Titles, buttons and toasts of the two forms. */
export const personWords: Record<Kind, PersonWords> = {
  client: {
    add: 'Add Client',
    edit: 'Edit client',
    added: 'Client added',
    createFailed: 'Error creating client',
    updateFailed: 'Error updating client',
  },
  coach: {
    add: 'Add Coach',
    edit: 'Edit coach',
    added: 'Coach added',
    createFailed: 'Error creating user',
    updateFailed: 'Error updating user',
  },
}

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
