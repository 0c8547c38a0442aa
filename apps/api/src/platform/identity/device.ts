import { createHash, randomBytes } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { Context } from '#platform/process/context.ts'

/** The browser's key. Things bound to one browser, such as a place in a call, store its hash. */
const cookieName = 'parley.device'
const keptSeconds = 90 * 86_400
const key = /^[\w-]{22}$/

/** The browser that sent a request; undefined if it has no key yet. */
export function deviceOf(cookies: string | undefined): string | undefined {
  const value = parseCookie(cookies ?? '')[cookieName]
  return value !== undefined && key.test(value) ? hashOf(value) : undefined
}

/** The same, but gives the browser a key if it has none. Requests to the media server need it too, hence the path. */
export function bindDevice({ cookies, readHeader }: Pick<Context, 'cookies' | 'readHeader'>): string {
  const known = deviceOf(readHeader('cookie'))
  if (known !== undefined) return known
  const value = randomBytes(16).toString('base64url')
  cookies.write(cookieName, value, keptSeconds, '/')
  return hashOf(value)
}

const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 32)
