import { expect, onTestFinished, test } from 'vitest'
import { openSampleHost } from './sample-host.ts'
import { openStreamClient, type StreamState } from './stream-client.ts'

/** A client, the states that it reported, and the answer of a host in this page. */
async function opened() {
  const host = openSampleHost()
  onTestFinished(host.close)
  const states: StreamState[] = []
  const client = openStreamClient({ instance: 1, onState: (state) => states.push(state), onTold: () => {} })
  onTestFinished(() => client.close())
  host.take(await client.generateSignalRequest())
  await expect.poll(() => host.answer()).toBeDefined()
  return { host, states, client, answer: host.answer() ?? '' }
}

test('the state follows the connection: connecting, connected, disconnected when the host falls silent, closed [STREAM-10]', async () => {
  const { host, states, client, answer } = await opened()
  await client.processSignalResponse(answer)
  await expect.poll(() => states.at(-1), { timeout: 15_000 }).toBe('connected')
  expect(states.filter((state) => state !== 'connecting')).toEqual(['connected'])
  host.fallSilent()
  await expect.poll(() => states.at(-1), { timeout: 10_000 }).toBe('disconnected')
  client.close()
  expect(states.at(-1)).toBe('closed')
})

test('a connection that cannot be established gets the state failed [STREAM-10]', async () => {
  const { states, client, answer } = await opened()
  await client.processSignalResponse(forged(answer))
  await expect.poll(() => states.at(-1), { timeout: 30_000 }).toBe('failed')
  expect(states).not.toContain('connected')
})

/** Another key's fingerprint, so that the two never connect. */
const forged = (answer: string) =>
  answer.replace(/(fingerprint:sha-256 )(..)/, (_, words: string, byte: string) =>
    byte === '00' ? `${words}11` : `${words}00`,
  )
