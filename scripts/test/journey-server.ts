import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { journeyOrigin } from '../../tests/support/journeys/journey-places.ts'
import { buildWebIfStale } from '../web-build.ts'

const startsWithinMs = 120_000

/** Starts one portal for all Playwright runs: the built web with an API and a worker. */
export async function serveJourneys(): Promise<AsyncDisposable> {
  buildWebIfStale()
  const server = spawn(process.execPath, ['tests/support/journeys/serve-journeys.ts'], { stdio: 'inherit' })
  const ended = once(server, 'exit')
  const deadline = Date.now() + startsWithinMs
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`the portal of the journeys ended with ${server.exitCode}`)
    if (Date.now() > deadline)
      throw new Error(`the portal of the journeys was not ready within ${startsWithinMs} ms`)
    await pause(200)
  }
  return {
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

const isReady = (): Promise<boolean> =>
  fetch(`${journeyOrigin}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
