import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** The parameters that every authenticator app supports (RFC 6238): 6 digits, 30 seconds, SHA-1 with a key of its length. */
const period_s = 30
const keyBytes = 20

/** A phone's clock is seldom exact to the second, so the step before and the one after are accepted too. */
const window = 1

export const newAuthenticatorKey = (): Buffer => randomBytes(keyBytes)

const totpOf = (key: Buffer, label = 'Parley') =>
  new TOTP({
    issuer: 'Parley',
    label,
    digits: 6,
    period: period_s,
    algorithm: 'SHA1',
    // Copied, because a small Buffer shares its memory with others.
    secret: new Secret({ buffer: Uint8Array.from(key).buffer }),
  })

/** The time step of a code, or undefined if the code is not valid now. */
export function stepOf(key: Buffer, code: string, now: number): number | undefined {
  const delta = totpOf(key).validate({ token: code, timestamp: now, window })
  return delta === null ? undefined : Math.floor(now / 1000 / period_s) + delta
}

/** The key in the forms that an authenticator app takes: typed, opened on the phone, or scanned. */
export function enrolmentOf(key: Buffer, username: string) {
  const totp = totpOf(key, username)
  const uri = totp.toString()
  const svg = renderSVG(uri, { ecc: 'M', border: 4 })
  return {
    secret: totp.secret.base32,
    uri,
    // An image instead of markup: the content security policy allows showing it but runs nothing in it.
    qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  }
}
