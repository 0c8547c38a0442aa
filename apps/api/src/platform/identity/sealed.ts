import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '#platform/process/config.ts'

/** The first byte of everything sealed, so that a later format can be told apart. */
const version = 1
const bytes = { version: 1, nonce: 12, tag: 16 } as const

/** The current key seals; while the previous one is configured, what it sealed still opens. */
export type SealingKeys = Pick<Config, 'secretsKey'> & Partial<Pick<Config, 'secretsKeyPrevious'>>

/** Derives the sealing key from the one that the operator sets. */
const keyOf = (secretsKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKey, '', 'parley seal', 32))

/**
 * Seals with AES-256-GCM what we must be able to read again. `owner` is authenticated too: what was sealed for one person
 * does not open when it is copied into another's row.
 */
export function seal({ secretsKey }: SealingKeys, owner: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(bytes.nonce)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretsKey), nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), text])
}

/** Opens what `seal` made, or throws: a changed byte, another owner and another key all look alike. */
export function unseal(keys: SealingKeys, owner: string, sealed: Buffer): Buffer {
  const { secretsKey, secretsKeyPrevious } = keys
  if (!secretsKeyPrevious || isPresent(keys, owner, sealed)) return open(secretsKey, owner, sealed)
  return open(secretsKeyPrevious, owner, sealed)
}

/** Whether the current key sealed it. */
export function isPresent({ secretsKey }: SealingKeys, owner: string, sealed: Buffer): boolean {
  try {
    open(secretsKey, owner, sealed)
    return true
  } catch {
    return false
  }
}

function open(secretsKey: Buffer, owner: string, sealed: Buffer): Buffer {
  const tagAt = bytes.version + bytes.nonce
  const textAt = tagAt + bytes.tag
  if (sealed[0] !== version || sealed.length < textAt) throw new Error('sealed in a way that is not known')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretsKey), sealed.subarray(bytes.version, tagAt), {
    authTagLength: bytes.tag,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(tagAt, textAt))
  return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()])
}
