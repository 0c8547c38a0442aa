import { describe, expect, test } from 'vitest'
import { handTiming } from './hand-timing.ts'
import { dueAt, openPace, type Sight } from './pace.ts'

const inSight: Sight = { isHidden: () => false, onSeen: () => () => {} }

/** Runs that end when the test says so, and the start time of each. */
function openRuns(sight = inSight, random = 0) {
  const timing = handTiming(random)
  const began = timing.now()
  const starts: number[] = []
  const ends: (() => void)[] = []
  const run = () => {
    starts.push(timing.now() - began)
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.push(resolve)
    return promise
  }
  const pace = openPace(run, timing, sight)
  return { timing, pace, starts, end: () => ends.at(-1)?.() }
}

describe('refetching after notices', () => {
  test('each browser waits a random time, at most half a second for what is shown and seconds for the rest [WIRE-71]', () => {
    expect(dueAt('soon', 0, -Infinity, 0)).toBe(200)
    expect(dueAt('soon', 0, -Infinity, 1)).toBe(500)
    expect(dueAt('later', 0, -Infinity, 1)).toBe(2300)
    expect(dueAt('later', 10_000, 9000, 0)).toBe(13_000)
    expect([0, 0.5, 1].map((random) => dueAt('some-time', 0, -Infinity, random))).toEqual([0, 2500, 5000])
  })

  test('many notices cause one refetch, and steady ones do not postpone it [WIRE-71]', async () => {
    const { timing, pace, starts, end } = openRuns()
    for (let i = 0; i < 100; i += 1) {
      pace.wish('list', 'later')
      await timing.pass(100)
      end()
    }
    // Ten seconds of ten notices a second.
    expect(starts).toEqual([300, 4300, 8300])
  })

  test('a more urgent notice brings the refetch forward', async () => {
    const { timing, pace, starts } = openRuns(inSight, 1)
    pace.wish('list', 'later')
    pace.wish('list', 'soon')
    await timing.pass(3000)
    expect(starts).toEqual([500])
  })

  test('notices during a refetch start none beside it, and exactly one after it', async () => {
    const { timing, pace, starts, end } = openRuns()
    pace.wish('list', 'soon')
    await timing.pass(300)
    for (let i = 0; i < 20; i += 1) {
      pace.wish('list', 'soon')
      await timing.pass(500)
    }
    expect(starts).toEqual([200])
    end()
    await timing.pass(2000)
    expect(starts).toEqual([200, 10_300])
    end()
    await timing.pass(5000)
    expect(starts).toHaveLength(2)
  })

  test('a hidden page is refetched once it is seen', async () => {
    let isHidden = true
    const seers = new Set<() => void>()
    const sight: Sight = {
      isHidden: () => isHidden,
      onSeen: (act) => {
        seers.add(act)
        return () => void seers.delete(act)
      },
    }
    const { timing, pace, starts, end } = openRuns(sight)
    for (let i = 0; i < 10; i += 1) {
      pace.wish('list', 'soon')
      await timing.pass(60_000)
    }
    expect(starts).toEqual([])
    isHidden = false
    for (const see of seers) see()
    await timing.pass(1000)
    end()
    await timing.pass(10_000)
    expect(starts).toEqual([600_000])
  })

  test('a sign-out cancels the refetch', async () => {
    const { timing, pace, starts } = openRuns()
    pace.wish('list', 'soon')
    pace.clear()
    await timing.pass(10_000)
    expect(starts).toEqual([])
  })
})
