import { createHash, createHmac, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** 256 random bits for the holder to keep; we store only their `hashOf`. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** A plain hash is enough for 256 random bits: they cannot be guessed. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * The secret of a one-time link in a mail. It is derived from the mail's seed, so that a mail that is sent twice carries the
 * same link, and no row, job or backup holds it (docs/decisions/0011-mail-links.md, 0017-keys.md).
 */
export const mailSecret = (linkKey: Buffer, seed: string): string =>
  createHmac('sha256', linkKey).update(`mail\n${seed}`).digest('base64url')

/** Argon2id, 19 MiB and 2 passes: OWASP's first choice. The library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** The hash of a random password that nobody knows, checked if there is no such account, to take the same time. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$ai9UVuvVZHWO/UVgt06vbg$TxMhEg+J3BzBFLSgWbpz/VMxw7BZfC2mkhQQWpNp+Co'

export const checkPassword = (storedHash: string | undefined, password: string): Promise<boolean> =>
  verify(storedHash ?? nobodysHash, password)
