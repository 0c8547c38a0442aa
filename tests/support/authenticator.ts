import { createHmac } from 'node:crypto'
import { password, type TestPerson } from './make.ts'
import type { Stack } from './stack.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator app shows at a moment: RFC 6238 written here again, independent of the tested code. */
export function codeAt(base32: string, now: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const hash = createHmac('sha1', bytesOf(base32)).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

export interface SecondFactor {
  secret: string
  recoveryCodes: string[]
}

/** Turns the second factor on as a person would. This uses up the code of the current time step, but not the next one. */
export async function turnOnSecondFactor(stack: Stack, person: TestPerson): Promise<SecondFactor> {
  const started = await stack.as(person).post('/profiles/me/second-factor/start', { password })
  const { secret } = started.body.response
  const code = codeAt(secret, stack.clock.now())
  const confirmed = await stack.as(person).post('/profiles/me/second-factor/confirm', { code })
  return { secret, recoveryCodes: confirmed.body.response.recoveryCodes }
}
