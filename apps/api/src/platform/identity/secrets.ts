import { createHash, createHmac, randomBytes } from 'node:crypto'

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
