import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The first byte of everything sealed, so that another way can come later and both be told apart. */
const version = 1
const bytes = { version: 1, nonce: 12, tag: 16 } as const

/** One key for each use, from the one that the operator sets. */
const keyFor = (secretsKey: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKey, '', `parley ${use}`, 32))

/**
 * Seals with AES-256-GCM what we must be able to read again. `owner` is sealed in: what was made for one person
 * does not open when it is copied into another's row.
 */
export function seal(secretsKey: Buffer, owner: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(bytes.nonce)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretsKey, 'seal'), nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), text])
}

/** Opens what `seal` made, or throws: a changed byte, another owner and another key all look alike. */
export function unseal(secretsKey: Buffer, owner: string, sealed: Buffer): Buffer {
  const tagAt = bytes.version + bytes.nonce
  const textAt = tagAt + bytes.tag
  if (sealed[0] !== version || sealed.length < textAt) throw new Error('sealed in a way that is not known')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyFor(secretsKey, 'seal'),
    sealed.subarray(bytes.version, tagAt),
    { authTagLength: bytes.tag },
  )
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(tagAt, textAt))
  return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()])
}

/** A hash for what is short enough to be guessed from a copy of the database: without the key there is nothing to guess by. */
export const keyedHash = (secretsKey: Buffer, owner: string, text: string): Buffer =>
  createHmac('sha256', keyFor(secretsKey, 'hash')).update(`${owner}\n${text}`).digest()
