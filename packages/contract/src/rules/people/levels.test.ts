import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAtLeast, isLevel, levels, levelText, maySignIn, type LevelName } from './levels.ts'

test('levels are Client 0, Coach 1, OrgAdmin 2, Admin 3 and Super 10, and no other number is a level [LEVEL-01]', () => {
  expect(levels).toEqual({ Client: 0, Coach: 1, OrgAdmin: 2, Admin: 3, Super: 10 })
  fc.assert(
    fc.property(fc.integer({ min: -20, max: 20 }), (value) => {
      expect(isLevel(value)).toBe([0, 1, 2, 3, 10].includes(value))
    }),
  )
})

test('Client < Coach < OrgAdmin < Admin < Super [LEVEL-02]', () => {
  const order: LevelName[] = ['Client', 'Coach', 'OrgAdmin', 'Admin', 'Super']
  for (const [i, one] of order.entries())
    for (const [j, other] of order.entries()) expect(isAtLeast(levels[one], other)).toBe(i >= j)
})

test('everybody but clients may sign in', () => {
  expect(Object.values(levels).filter((privs) => !maySignIn(privs))).toEqual([levels.Client])
})

test('a level is shown by its name, and an unknown number as it is', () => {
  expect([0, 1, 2, 3, 10, 7].map(levelText)).toEqual(['Client', 'Coach', 'OrgAdmin', 'Admin', 'Super', '7'])
})
