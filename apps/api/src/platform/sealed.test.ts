import { expect, test } from 'vitest'
import { keyedHash, seal, unseal } from './sealed.ts'

const key = Buffer.alloc(32, 1)
const refusal = /unable to authenticate|sealed in a way that is not known/
const plain = Buffer.from('twenty bytes of key.')

test('what was sealed opens again, and no two seals look alike', () => {
  const [one, other] = [seal(key, 'ada', plain), seal(key, 'ada', plain)]
  expect(unseal(key, 'ada', one)).toEqual(plain)
  expect(one.equals(other)).toBe(false)
  expect(one.includes(plain)).toBe(false)
})

test("nothing opens by another key, in another person's row, changed or cut", () => {
  const sealed = seal(key, 'ada', plain)
  expect(() => unseal(Buffer.alloc(32, 2), 'ada', sealed)).toThrow(refusal)
  expect(() => unseal(key, 'bob', sealed)).toThrow(refusal)
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => unseal(key, 'ada', changed)).toThrow(refusal)
    expect(() => unseal(key, 'ada', sealed.subarray(0, at))).toThrow(refusal)
  }
})

test('a keyed hash is the same again, and another for another person or key', () => {
  const hash = keyedHash(key, 'ada', 'CODE')
  expect(keyedHash(key, 'ada', 'CODE')).toEqual(hash)
  expect(keyedHash(key, 'bob', 'CODE')).not.toEqual(hash)
  expect(keyedHash(Buffer.alloc(32, 2), 'ada', 'CODE')).not.toEqual(hash)
})
