import type { Kind } from './person-values.ts'

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
