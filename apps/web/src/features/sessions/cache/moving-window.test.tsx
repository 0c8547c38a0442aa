import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useMovingWindow } from './moving-window.ts'

let asked = 0
let root: Root

function List({ random }: { random: () => number }) {
  useQuery({
    queryKey: ['/sessions', 'calls'],
    queryFn: () => {
      asked += 1
      return []
    },
    staleTime: Infinity,
  })
  useMovingWindow(({ queryKey }) => queryKey[1] === 'calls', random)
  return null
}

beforeEach(() => {
  asked = 0
  vi.useFakeTimers({
    now: new Date('2026-11-16T14:14:59.000Z'),
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
  })
  document.body.innerHTML = '<div id="place"></div>'
  root = createRoot(document.getElementById('place') ?? document.body)
})
afterEach(() => {
  root.unmount()
  vi.useRealTimers()
})

/** React renders between timers, in tasks of its own that fake timers don't advance. */
const rendered = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', resolve)
    port1.start()
    port2.postMessage(undefined)
  })

async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 1000) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 1000))
    await rendered()
  }
}

const show = async (random: number) => {
  const client = new QueryClient()
  root.render(
    <QueryClientProvider client={client}>
      <List random={() => random} />
    </QueryClientProvider>,
  )
  await rendered()
  await pass(100)
  expect(asked).toBe(1)
}

test('a list whose range depends on the clock is fetched again after every quarter of an hour', async () => {
  await show(0)
  await pass(5000)
  expect(asked).toBe(2)
  await pass(15 * 60_000)
  expect(asked).toBe(3)
})

test('each browser delays the quarter-hour fetch by a random time of up to twenty seconds', async () => {
  await show(0.9)
  await pass(18_000)
  expect(asked).toBe(1)
  await pass(5000)
  expect(asked).toBe(2)
})
