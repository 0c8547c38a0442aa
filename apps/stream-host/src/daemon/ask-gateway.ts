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

/** Nobody listens there: it is not up yet, or it has fallen, perhaps under the question. */
class NoGateway extends Error {}

/** Where there is no gateway nobody looks on. One that does not answer is another matter. */
export const unlessNone = (error: unknown): undefined => {
  if (!(error instanceof NoGateway)) throw error
}

/** Asks the gateway of an instance. It runs as nobody's user, so what it answers is taken for what it says and no more. */
export function askGateway<T>(
  settings: Settings,
  instance: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  const socketPath = gatewaySocket(settings, instance)
  return new Promise((resolve, reject) => {
    // Its folder is the instance's own: where something else lies in its place, nobody is asked.
    if (!lstatSync(socketPath, { throwIfNoEntry: false })?.isSocket())
      return reject(new NoGateway('there is no gateway'))
    // What fails of a connection has a code; lateness of the other side has none.
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
