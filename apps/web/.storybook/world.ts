import type { $ZodIssue } from 'zod/v4/core'
import { problems, type ProblemCode } from '@parley/contract/wire/problems.ts'
import type { Route } from '@parley/contract/wire/route.ts'
import { table } from '@parley/contract/table.ts'

/** The responses of a story's server by 'GET /profiles/count': a payload, or a function of the URL and the request body. */
export type Answers = Record<string, unknown>

interface World {
  answers?: Answers
  /** The time at which the story's clock is stopped. */
  now?: number
}

/**
 * For `beforeEach` of a story: mocks the server and the clock until the story is over. A request that has no answer here
 * stays pending, as on a hung connection. An answer that the real server could not give fails the story at its end.
 */
export const givenWorld =
  ({ answers = {}, now }: World) =>
  // Storybook ends a story only when the next one begins, so the message names the story at fault.
  (story?: { title: string; name: string }): (() => void) => {
    const { Date: RealDate } = window
    const fetch = window.fetch.bind(window)
    const untrue: string[] = []
    window.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href)
      if (!url.pathname.startsWith('/api/')) return fetch(input, init)
      const key = `${init?.method ?? 'GET'} ${url.pathname.slice('/api'.length)}`
      if (!(key in answers)) return new Promise(() => {})
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      const answer = answerOf(answers[key], url, body)
      // The story decides when, or whether, this response comes.
      if (answer instanceof Promise) return answer as Promise<Response>
      if (!(answer instanceof Response)) untrue.push(...faultsOf(key, answer))
      return Promise.resolve(answer instanceof Response ? answer : Response.json({ response: answer }))
    }
    if (now !== undefined) window.Date = standingAt(now)
    return () => {
      window.fetch = fetch
      window.Date = RealDate
      // Emptied because Storybook runs a cleanup that threw again after each later story, which would then fail for this
      // one's faults.
      const faults = untrue.splice(0)
      if (faults.length > 0)
        throw new Error(
          `${story?.title} / ${story?.name}: answers that the server would not give:\n${faults.join('\n')}`,
        )
    }
  }

/** The contract's objections to an answer. A route that the contract does not have is one too: no server answers it. */
function faultsOf(key: string, answer: unknown): string[] {
  const entry = entryOf(key)
  if (!entry) return [`${key}: there is no such route`]
  if (typeof entry.answer === 'string') return [`${key}: answers a ${entry.answer}, not JSON`]
  const issues = entry.answer.safeParse(answer).error?.issues ?? []
  return faultsIn(issues, answer).map((fault) => `${key}: ${fault}`)
}

/** If an answer may have several shapes, it is good if at least one shape objects to nothing but readable ids. */
function faultsIn(issues: readonly $ZodIssue[], answer: unknown): string[] {
  return issues.flatMap((issue) => {
    if (isReadableId(answer, issue.path)) return []
    const inner = valueAt(answer, issue.path)
    const shapes = issue.code === 'invalid_union' ? issue.errors.map((each) => faultsIn(each, inner)) : []
    if (shapes.some((faults) => faults.length === 0)) return []
    const own = `${issue.path.join('.')}: ${issue.message}`
    return [own, ...shapes.flat().map((fault) => `${issue.path.join('.')} ${fault}`)]
  })
}

const valueAt = (answer: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, part) => (inner as Record<PropertyKey, unknown>)?.[part], answer)

/** Screens treat ids as opaque, so a story may use words: 'client-kwame' says more than a UUID. */
const isReadableId = (answer: unknown, path: readonly PropertyKey[]): boolean =>
  /(?:^|_)s?ids?$/.test(String(path.findLast((part) => typeof part === 'string'))) &&
  typeof valueAt(answer, path) === 'string'

const entries: readonly Route[] = Object.values(table)

function entryOf(key: string): Route | undefined {
  const [method, path = ''] = key.split(' ')
  const parts = path.split('/')
  const fits = (entry: Route) => {
    const wanted = entry.path.split('/')
    return (
      entry.method === method &&
      wanted.length === parts.length &&
      wanted.every((part, i) => part.startsWith(':') || part === parts[i])
    )
  }
  return entries.find((entry) => entry.method === method && entry.path === path) ?? entries.find(fits)
}

/** An error response with this status, for a story of a failure. */
export const refusal = (status: number) => () =>
  new Response(JSON.stringify({ response: 'x', code: 'internal' }), { status })

/** An error response with this code and its field errors. */
export const problem =
  (code: ProblemCode, errors: readonly { path: string; message: string }[] = []) =>
  () =>
    Response.json({ response: problems[code].text, code, errors }, { status: problems[code].status })

const answerOf = (given: unknown, url: URL, body: unknown): unknown =>
  typeof given === 'function' ? (given as (url: URL, body: unknown) => unknown)(url, body) : given

/** A `Date` with its clock stopped at `now`. */
function standingAt(now: number): DateConstructor {
  return class extends Date {
    constructor(...given: []) {
      // `Date` accepts several argument lists; without arguments it is the current time.
      super(...((given.length === 0 ? [now] : given) as []))
    }
    static override now() {
      return now
    }
  } as DateConstructor
}
