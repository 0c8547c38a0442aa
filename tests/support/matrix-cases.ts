import type { LevelName } from '@parley/contract/rules/levels.ts'
import { password, type TestPerson } from './make.ts'
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

/** A call that asks for the own password, which the actor is given. */
const withPassword = (body: object): Case => ({
  input: async (stack, actor) => {
    if (actor) await stack.make.passwordFor(actor.person.id)
    return { body: { ...body, password } }
  },
})

/** An import that the actor made, or somebody of the same organization. */
const ofAnImport: Case = {
  input: async (stack, actor) => {
    const by =
      actor?.person ??
      (await stack.make.person({ level: 'OrgAdmin', organization_id: (await stack.make.organization()).id }))
    return { params: { id: (await stack.make.importBy(by)).id } }
  },
}

/** A case for each route of the contract's table, by its name there. */
export const cases: Record<string, Case> = {
  login: { input: () => ({ body: { username: 'nobody-here', password: 'nothing' } }) },
  logout: plain,
  cantLogIn: plain,
  openPasswordLink: { input: () => ({ body: { token: 'a'.repeat(43) } }) },
  setPassword: { input: () => ({ body: { token: 'a'.repeat(43), password: 'quiet morning harbour' } }) },
  forgotPassword: { input: () => ({ body: { name: 'nobody-here' } }) },
  confirmEmail: { input: () => ({ body: { token: 'a'.repeat(43) } }) },
  changeEmail: withPassword({ email: 'somewhere.else@example.test' }),
  me: plain,
  acceptTerms: { input: (stack) => ({ body: { version: stack.platform.texts.terms.version } }) },
  changePassword: withPassword({ newPassword: 'quiet morning harbour' }),
  startSecondFactor: withPassword({}),
  confirmSecondFactor: { input: () => ({ body: { code: '000000' } }) },
  newRecoveryCodes: withPassword({}),
  removeSecondFactor: withPassword({}),
  listSignIns: plain,
  endSignIn: { input: () => ({ params: { id: 'AAAAAAAAAAAAAAAAAAAAAA' } }) },
  resetSecondFactor: {
    input: async (stack, actor) => {
      const organization_id = actor?.person.organization_id ?? (await stack.make.organization()).id
      const coach = await stack.make.person({ level: 'Coach', organization_id })
      return { params: { id: coach.id } }
    },
  },
  sendLoginEmail: {
    input: async (stack, actor) => {
      const organization_id = actor?.person.organization_id ?? (await stack.make.organization()).id
      const coach = actor ? { coach_id: actor.person.id } : {}
      const client = await stack.make.person({ level: 'Client', organization_id, ...coach })
      return { params: { id: client.id } }
    },
  },
  listMails: plain,
  startImport: {
    input: () => ({
      body: {
        filename: 'clients.csv',
        csv: 'first_name,last_name,username,email,organization\nA,B,abc,a@b.test,',
      },
    }),
  },
  getImport: ofAnImport,
  listImportRows: ofAnImport,
  runImport: ofAnImport,
  stopImport: ofAnImport,
  importErrors: ofAnImport,
  announcements: plain,
  terms: plain,
  privacy: plain,
  live: plain,
  reportWebError: { input: () => ({ body: { message: 'a test', path: '/login' } }) },
  health: plain,
  ready: plain,
}
