import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { channel } from '#platform/live/channel.ts'
import { reach } from '#platform/server/api.ts'
import { ConnectionLine } from './connection-line.tsx'

const status = page.getByRole('status')
let root: Root

beforeEach(() => {
  document.body.innerHTML = '<div id="place"></div>'
  root = createRoot(document.getElementById('place') ?? document.body)
  channel.write(undefined)
  reach.write(true)
  root.render(<ConnectionLine />)
})
afterEach(() => root.unmount())

test('a status line says what is wrong once it has lasted, and when it is over [SHELL-11]', async () => {
  await expect.element(status).toBeEmptyDOMElement()
  const since = Date.now()
  channel.write({ state: 'down', since })
  reach.write(false)
  // Not before two seconds: a stream that reopens at once is not worth a message.
  await expect.element(status).toHaveTextContent('No connection. Trying again…')
  expect(Date.now() - since).toBeGreaterThanOrEqual(2000)
  reach.write(true)
  await expect
    .element(status, { timeout: 10_000 })
    .toHaveTextContent('Live updates are down. Checking every 15 seconds.')
  expect(Date.now() - since).toBeGreaterThanOrEqual(6000)
  channel.write({ state: 'up', since: Date.now() })
  await expect.element(status).toHaveTextContent('Connected again.')
  await expect.element(status, { timeout: 10_000 }).toBeEmptyDOMElement()
})
