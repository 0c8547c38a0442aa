import { expect, test } from 'vitest'
import { isPresent, seal, unseal } from './sealed.ts'

const key = { secretsKey: Buffer.alloc(32, 1) }
const other = { secretsKey: Buffer.alloc(32, 2) }
const refusal = /unable to authenticate|sealed in a way that is not known/
const plain = Buffer.from('twenty bytes of key.')

test('a sealed value opens again, and two seals of it differ', () => {
  const [one, two] = [seal(key, 'ada', plain), seal(key, 'ada', plain)]
  expect(unseal(key, 'ada', one)).toEqual(plain)
  expect(one.equals(two)).toBe(false)
  expect(one.includes(plain)).toBe(false)
})

test('nothing opens with another key, for another person, or after it was changed or cut', () => {
  const sealed = seal(key, 'ada', plain)
  expect(() => unseal(other, 'ada', sealed)).toThrow(refusal)
  expect(() => unseal(key, 'bob', sealed)).toThrow(refusal)
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => unseal(key, 'ada', changed)).toThrow(refusal)
    expect(() => unseal(key, 'ada', sealed.subarray(0, at))).toThrow(refusal)
  }
})

test('while a key is changed, the previous key opens what it has sealed and seals nothing new', () => {
  const changed = { ...other, secretsKeyPrevious: key.secretsKey }
  const before = seal(key, 'ada', plain)
  expect(unseal(changed, 'ada', before)).toEqual(plain)
  expect(isPresent(changed, 'ada', before)).toBe(false)
  expect(() => unseal(changed, 'bob', before)).toThrow(refusal)
  const after = seal(changed, 'ada', plain)
  expect(isPresent(changed, 'ada', after)).toBe(true)
  expect(unseal(other, 'ada', after)).toEqual(plain)
  expect(() => unseal(other, 'ada', before)).toThrow(refusal)
})
