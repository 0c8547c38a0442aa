import { lstatSync } from 'node:fs'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { gatewaySocket } from './instance.ts'
import type { Settings } from './settings.ts'

export interface GatewayStatus {
  isReady: boolean
  viewers: string[]
  title: string
  targetKbps: number
  done: number
  refused: number
}

const answerMs = 5000

/** Nobody listens on the socket: the gateway is not up yet, or it crashed, perhaps during the request. */
class NoGateway extends Error {}

/** Without a gateway there are no viewers, so its absence is no error. A gateway that does not answer is one. */
export const unlessNone = (error: unknown): undefined => {
  if (!(error instanceof NoGateway)) throw error
}

/** Sends a request to an instance's gateway, which runs unprivileged: treat its answers as claims only. */
export function askGateway<T>(
  settings: Settings,
  instance: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  const socketPath = gatewaySocket(settings, instance)
  return new Promise((resolve, reject) => {
    // The instance can write to this folder, so anything but a socket is not connected to.
    if (!lstatSync(socketPath, { throwIfNoEntry: false })?.isSocket())
      return reject(new NoGateway('there is no gateway'))
    // Connection errors have a code; our own timeout has none.
    const fail = (error: Error) =>
      reject('code' in error ? new NoGateway(error.message, { cause: error }) : error)
    const asking = request({ socketPath, method, path, timeout: answerMs }, (response) => {
      if (response.statusCode === 200) json(response).then((answer) => resolve(answer as T), fail)
      else reject(new Error(`the gateway answered ${response.statusCode}`))
    })
    asking.on('timeout', () => asking.destroy(new Error('the gateway is late')))
    asking.on('error', fail)
    asking.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
