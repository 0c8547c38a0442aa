import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** What every authenticator app understands (RFC 6238): 6 digits, 30 seconds, SHA-1 over a key of its length. */
const period_s = 30
const keyBytes = 20

/** A phone's clock is seldom right to the second: the step before and the one after count as well. */
const window = 1

export const newAuthenticatorKey = (): Buffer => randomBytes(keyBytes)

const totpOf = (key: Buffer, label = 'Parley') =>
  new TOTP({
    issuer: 'Parley',
    label,
    digits: 6,
    period: period_s,
    algorithm: 'SHA1',
    // A copy: a small Buffer shares its memory with others.
    secret: new Secret({ buffer: Uint8Array.from(key).buffer }),
  })

/** The step that a code belongs to, or undefined when it is wrong now. */
export function stepOf(key: Buffer, code: string, now: number): number | undefined {
  const delta = totpOf(key).validate({ token: code, timestamp: now, window })
  return delta === null ? undefined : Math.floor(now / 1000 / period_s) + delta
}

/** What a person takes into an authenticator app: typed, opened on the phone, or scanned. */
export function enrolmentOf(key: Buffer, username: string) {
  const totp = totpOf(key, username)
  const uri = totp.toString()
  const svg = renderSVG(uri, { ecc: 'M', border: 4 })
  return {
    secret: totp.secret.base32,
    uri,
    // An image and no markup: the page's policy lets it be shown and lets nothing in it run.
    qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  }
}
