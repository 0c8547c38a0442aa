import { constants } from '@parley/contract/rules/constants.ts'
import type { Signalled } from '@parley/contract/stream/stream.ts'
import type { openStreamClient } from '#features/stream/stream-client.ts'
import type { StreamServer } from './stream-server.ts'
import type { StreamTrouble } from './stream-news.ts'

interface HandshakeDeps {
  instance: number
  client: Pick<ReturnType<typeof openStreamClient>, 'generateSignalRequest' | 'processSignalResponse'>
  server: Pick<StreamServer, 'connect' | 'signal' | 'refusalOf'>
  signal: AbortSignal
}

/** Why the handshake failed, and whether a retry may help. */
export interface HandshakeEnd {
  trouble: StreamTrouble
  isPassing: boolean
}

/** Sends the offer and polls each second until the answer is there, one request at a time. Returns what went wrong. */
export async function shakeHands(deps: HandshakeDeps): Promise<HandshakeEnd | undefined> {
  const { instance, client, server, signal } = deps
  let offer: string
  try {
    offer = await client.generateSignalRequest()
  } catch {
    return { trouble: 'offer', isPassing: true }
  }
  let answer: Signalled
  try {
    answer = await server.connect(instance, offer)
  } catch (error) {
    return refused(server, error, 'connect')
  }
  const begun = performance.now()
  while ('state' in answer) {
    if (performance.now() - begun >= constants.streamTimeoutMs) return { trouble: 'late', isPassing: false }
    await pause(constants.streamPollMs, signal)
    if (signal.aborted) return undefined
    try {
      answer = await server.signal(instance)
    } catch (error) {
      return refused(server, error, 'signal')
    }
  }
  try {
    await client.processSignalResponse(answer.SignalResponse)
    return undefined
  } catch {
    return { trouble: 'offer', isPassing: true }
  }
}

function refused(
  { refusalOf }: HandshakeDeps['server'],
  error: unknown,
  trouble: StreamTrouble,
): HandshakeEnd {
  const { isAway, isOften } = refusalOf(error)
  return { trouble: isOften ? 'often' : trouble, isPassing: isAway || isOften }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
