import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** A statement as it was sent to PostgreSQL. */
export interface Statement {
  name?: string
  text: string
  values: unknown[]
  /** Sent before an earlier statement was answered. */
  isBeside?: true
}

interface Listening {
  found: Statement[]
  underWay: number
}

/** Other work in this process queries PostgreSQL at the same time; the async context tells the statements apart. */
const listening = new AsyncLocalStorage<Listening>()

/** Records the statements that `work` sends to PostgreSQL, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const found: Statement[] = []
  await listening.run({ found, underWay: 0 }, work)
  return found
}

// `query` has several signatures; this reads only the first two arguments and a trailing callback.
const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
const original = prototype.query
prototype.query = function (...given: unknown[]) {
  const here = listening.getStore()
  const statement = here && statementIn(given)
  if (!statement) return original.apply(this, given)
  here.found.push({ ...statement, ...(here.underWay > 0 && { isBeside: true }) })
  here.underWay += 1
  const callback = given.at(-1)
  if (isCallback(callback)) {
    const told = (...answer: unknown[]) => {
      here.underWay -= 1
      callback(...answer)
    }
    return original.apply(this, [...given.slice(0, -1), told])
  }
  const answer = Promise.resolve(original.apply(this, given))
  return answer.finally(() => {
    here.underWay -= 1
  })
}

const isCallback = (value: unknown): value is (...answer: unknown[]) => void => typeof value === 'function'

function statementIn([first, second]: readonly unknown[]): Statement | undefined {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  if (!isStatement(first)) return undefined
  // In the callback form, the values may be a separate argument.
  return { ...nameOf(first), text: first.text, values: first.values ?? (Array.isArray(second) ? second : []) }
}

interface QueryConfig {
  name?: string
  text: string
  values?: unknown[]
}

const isStatement = (given: unknown): given is QueryConfig =>
  typeof given === 'object' && given !== null && 'text' in given && typeof given.text === 'string'
const nameOf = ({ name }: QueryConfig) => (name ? { name } : {})

/** Serializes statements as JSON. Buffers, such as a token's hash, survive `unpacked`. */
export const packed = (statements: readonly Statement[]): string =>
  JSON.stringify(statements, (_key, value: unknown) =>
    isBytes(value) ? { bytes: Buffer.from(value.data).toString('base64') } : value,
  )

export const unpacked = (text: string): Statement[] =>
  // The text comes from `packed`.
  JSON.parse(text, (_key, value: unknown) =>
    isPacked(value) ? Buffer.from(value.bytes, 'base64') : value,
  ) as Statement[]

/** JSON.stringify calls a Buffer's toJSON before the replacer sees it. */
const isBytes = (value: unknown): value is { data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
const isPacked = (value: unknown): value is { bytes: string } =>
  typeof value === 'object' && value !== null && 'bytes' in value && Object.keys(value).length === 1
