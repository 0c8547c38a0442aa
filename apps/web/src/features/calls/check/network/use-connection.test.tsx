import type { WayIn } from '@parley/contract/calls/calls.ts'
import { composeStory } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useConnection } from './use-connection.ts'

test('the connection is not tested while somebody joins, and is tested again when the join has failed', async () => {
  const connect = vi.spyOn(window, 'WebSocket')
  const ways: PromiseWithResolvers<WayIn>[] = []
  const fetchWay = () => {
    const way = Promise.withResolvers<WayIn>()
    ways.push(way)
    return way.promise
  }
  const Page = () => {
    const [isJoining, setIsJoining] = useState(false)
    useConnection(fetchWay, isJoining)
    return (
      <button type="button" onClick={() => setIsJoining(!isJoining)}>
        {isJoining ? 'Joining' : 'Join'}
      </button>
    )
  }
  await composeStory({ render: () => <Page /> }, { title: 'Connection' }).run()
  const begun = ways.length
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Joining' })).toBeVisible()
  for (const { resolve } of ways) resolve({ twilio_token: 'token', media_url: 'ws://127.0.0.1:9' })
  await page.getByRole('button', { name: 'Joining' }).click()
  await expect.poll(() => ways.length).toBe(begun + 1)
  expect(connect).not.toHaveBeenCalled()
  ways.at(-1)?.resolve({ twilio_token: 'token', media_url: 'ws://127.0.0.1:9' })
  await expect.poll(() => connect.mock.calls.length).toBeGreaterThan(0)
})
