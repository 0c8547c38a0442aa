import type { WayIn } from '@parley/contract/calls/calls.ts'
import { expect, test, vi } from 'vitest'
import { makeGrantAhead } from './grant-ahead.ts'

/** Answers with a new grant each time, or refuses while the test tells it to. */
function world() {
  let now = 1_000_000
  let isRefusing = false
  let asked = 0
  const ask = vi.fn<(told: string) => Promise<WayIn>>((told) => {
    asked += 1
    return isRefusing
      ? Promise.reject(new Error('not now'))
      : Promise.resolve({ twilio_token: `${told} ${asked}`, media_url: 'ws://n1' })
  })
  return {
    ask,
    ahead: makeGrantAhead(ask, () => now),
    pass: (ms: number) => void (now += ms),
    refuse: (is: boolean) => void (isRefusing = is),
  }
}

test('a grant fetched ahead is used by the press, which sends no request [J11]', async () => {
  const { ask, ahead } = world()
  ahead.prepare('good')
  ahead.prepare('good')
  expect(await ahead.take('good')).toMatchObject({ twilio_token: 'good 1' })
  expect(ask).toHaveBeenCalledOnce()
})

test('a grant fetched ahead is used once, and the next try fetches a new one [J11]', async () => {
  const { ahead } = world()
  ahead.prepare('good')
  await ahead.take('good')
  expect(await ahead.take('good')).toMatchObject({ twilio_token: 'good 2' })
})

test('a grant that is four minutes old, or from the future after a change of the clock, is fetched again [J11]', async () => {
  for (const [ms, asked] of [
    [4 * 60_000 - 1, 1],
    [4 * 60_000, 2],
    [-1, 2],
  ] as const) {
    const { ask, ahead, pass } = world()
    ahead.prepare('good')
    pass(ms)
    await ahead.take('good')
    expect(ask).toHaveBeenCalledTimes(asked)
  }
})

test('a grant refused ahead is fetched again at the press, which gets a refusal as an error [J11]', async () => {
  const { ahead, refuse } = world()
  refuse(true)
  ahead.prepare('good')
  refuse(false)
  expect(await ahead.take('good')).toMatchObject({ twilio_token: 'good 2' })
  refuse(true)
  ahead.prepare('good')
  await expect(ahead.take('good')).rejects.toThrow('not now')
})

test('a grant fetched with an earlier result of the device check is not used [J11 STREAM-41]', async () => {
  const { ahead } = world()
  ahead.prepare('weak')
  expect(await ahead.take('good')).toMatchObject({ twilio_token: 'good 2' })
  ahead.prepare('weak')
  ahead.prepare('good')
  expect(await ahead.take('good')).toMatchObject({ twilio_token: 'good 4' })
})
