import { beforeEach, expect, test } from 'vitest'
import {
  followOtherTabs,
  onSessionEnd,
  readToken,
  replaceToken,
  storeToken,
  tokenRefused,
  type SessionEnd,
} from './token.ts'

const ends: SessionEnd[] = []
onSessionEnd((end) => void ends.push(end))

beforeEach(() => {
  ends.length = 0
  storeToken('old')
})

test('a refusal of the old token during or after its replacement signs nobody out', async () => {
  await replaceToken(() => {
    tokenRefused('old', 'refused')
    expect(readToken()).toBe('old')
    return Promise.resolve('new')
  })
  tokenRefused('old', 'refused')
  expect(readToken()).toBe('new')
  expect(ends).toEqual([])
  tokenRefused('new', 'expired')
  expect(ends).toEqual(['expired'])
})

test('another tab that drops the token during its replacement signs nobody out', async () => {
  followOtherTabs({ onSignIn: () => {}, onReturn: () => {} })
  await replaceToken(() => {
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    return Promise.resolve('new')
  })
  expect(readToken()).toBe('new')
  expect(ends).toEqual([])
})

test('a failed replacement keeps the old token, and signs out if that was refused meanwhile', async () => {
  const fail = () => Promise.reject(new Error('422'))
  await expect(replaceToken(fail)).rejects.toThrow('422')
  expect(readToken()).toBe('old')
  const failAndRefused = () => {
    tokenRefused('old', 'refused')
    return fail()
  }
  await expect(replaceToken(failAndRefused)).rejects.toThrow('422')
  expect(readToken()).toBeNull()
  expect(ends).toEqual(['refused'])
})
