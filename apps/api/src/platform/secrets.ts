import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for whoever keeps the secret; what we keep is `hashOf` it. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** A plain hash is enough for 256 random bits: there is nothing to guess. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
