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

test('what is refused while a new token is on its way signs nobody out', async () => {
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

test('nor does another tab, which was refused and has dropped it', async () => {
  followOtherTabs({ onSignIn: () => {}, onReturn: () => {} })
  await replaceToken(() => {
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    return Promise.resolve('new')
  })
  expect(readToken()).toBe('new')
  expect(ends).toEqual([])
})

test('where none comes, it is over if the old one was refused, and else as before', async () => {
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
