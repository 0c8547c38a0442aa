import { createHash, randomBytes } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { Context } from './context.ts'

/** The key of a browser. What is bound to one browser, as a place in a call is, holds its hash. */
const cookieName = 'parley.device'
const keptSeconds = 90 * 86_400
const key = /^[\w-]{22}$/

/** Which browser a request comes from; undefined for one that has no key yet. */
export function deviceOf(cookies: string | undefined): string | undefined {
  const value = parseCookie(cookies ?? '')[cookieName]
  return value !== undefined && key.test(value) ? hashOf(value) : undefined
}

/** The same, and gives the browser a key where it has none. Sent to the media server's door too, so its path is all. */
export function bindDevice({ cookies, readHeader }: Pick<Context, 'cookies' | 'readHeader'>): string {
  const known = deviceOf(readHeader('cookie'))
  if (known !== undefined) return known
  const value = randomBytes(16).toString('base64url')
  cookies.write(cookieName, value, keptSeconds, '/')
  return hashOf(value)
}

const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 32)
