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
      return reject(new Error('there is no gateway'))
    const asking = request({ socketPath, method, path, timeout: answerMs }, (response) => {
      if (response.statusCode === 200) json(response).then((answer) => resolve(answer as T), reject)
      else reject(new Error(`the gateway answered ${response.statusCode}`))
    })
    asking.on('timeout', () => asking.destroy(new Error('the gateway is late')))
    asking.on('error', reject)
    asking.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
