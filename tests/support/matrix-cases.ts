import type { LevelName } from '@parley/contract/rules/levels.ts'
import type { TestPerson } from './make.ts'
import type { Stack } from './stack.ts'

export interface Actor {
  level: LevelName
  person: TestPerson
}

interface Input {
  params?: Record<string, string>
  body?: object
}

export interface Case {
  /** A well-formed call of the route by this actor: whatever is then refused is refused for who asks. */
  input: (stack: Stack, actor: Actor | undefined) => Input | Promise<Input>
}

const plain: Case = { input: () => ({}) }

/** A case for each route of the contract's table, by its name there. */
export const cases: Record<string, Case> = {
  login: { input: () => ({ body: { username: 'nobody-here', password: 'nothing' } }) },
  logout: plain,
  cantLogIn: plain,
  openPasswordLink: { input: () => ({ body: { token: 'a'.repeat(43) } }) },
  setPassword: { input: () => ({ body: { token: 'a'.repeat(43), password: 'quiet morning harbour' } }) },
  me: plain,
  acceptTerms: { input: (stack) => ({ body: { version: stack.platform.texts.terms.version } }) },
  announcements: plain,
  terms: plain,
  privacy: plain,
  live: plain,
  reportWebError: { input: () => ({ body: { message: 'a test', path: '/login' } }) },
  health: plain,
  ready: plain,
}
