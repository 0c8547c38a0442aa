import { problems, type ProblemCode } from '@parley/contract/problems.ts'

/** What a story's server answers: the payload by 'GET /profiles/count', or a function of the address and the body that came. */
export type Answers = Record<string, unknown>

interface World {
  answers?: Answers
  /** The instant at which the story stands. */
  now?: number
}

/**
 * For `beforeEach` of a story: the server and the clock that it speaks for, until it is over. What it gives no answer to
 * is never answered, as on a line that hangs.
 */
export const givenWorld =
  ({ answers = {}, now }: World) =>
  (): (() => void) => {
    const { Date: RealDate } = window
    const fetch = window.fetch.bind(window)
    window.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href)
      if (!url.pathname.startsWith('/api/')) return fetch(input, init)
      const key = `${init?.method ?? 'GET'} ${url.pathname.slice('/api'.length)}`
      if (!(key in answers)) return new Promise(() => {})
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      return Promise.resolve(answerOf(answers[key], url, body))
    }
    if (now !== undefined) window.Date = standingAt(now)
    return () => {
      window.fetch = fetch
      window.Date = RealDate
    }
  }

/** A refusal by its status, for a story of a failure. */
export const refusal = (status: number) => () =>
  new Response(JSON.stringify({ response: 'x', code: 'internal' }), { status })

/** A refusal by its code, with what it says of each field. */
export const problem =
  (code: ProblemCode, errors: readonly { path: string; message: string }[] = []) =>
  () =>
    Response.json({ response: problems[code].text, code, errors }, { status: problems[code].status })

function answerOf(given: unknown, url: URL, body: unknown): Response {
  const payload =
    typeof given === 'function' ? (given as (url: URL, body: unknown) => unknown)(url, body) : given
  return payload instanceof Response ? payload : Response.json({ response: payload })
}

/** A clock that stands still. */
function standingAt(now: number): DateConstructor {
  return class extends Date {
    constructor(...given: []) {
      // `Date` takes what it takes; without anything it is the present.
      super(...((given.length === 0 ? [now] : given) as []))
    }
    static override now() {
      return now
    }
  } as DateConstructor
}
