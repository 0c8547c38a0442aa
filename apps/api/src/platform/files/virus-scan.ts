import { connect } from 'node:net'
import { once } from 'node:events'
import type { Config } from '#platform/process/config.ts'
import { problem } from '#platform/http/problem.ts'
import type { Log } from '#platform/process/log.ts'

const silentMs = 120_000

/** The virus scanner: clamd's INSTREAM over a socket. If none is configured, nothing is scanned. */
export function openVirusScan({ config, log }: { config: Pick<Config, 'clamd'>; log: Log }) {
  const { clamd } = config
  return {
    /** Throws a refusal if the scanner finds something or gives no verdict. */
    async *watched(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      if (!clamd) {
        yield* content
        return
      }
      const away = (err: unknown) => {
        log.warn({ err }, 'the virus scanner did not answer')
        return problem('engine_away')
      }
      const socket = connect(clamd).setTimeout(silentMs, () => socket.destroy(new Error('it is silent')))
      let answer = ''
      const ended = new Promise<unknown>((resolve) => {
        socket.on('error', resolve).on('close', () => resolve(undefined))
        socket.setEncoding('utf8').on('data', (text: string) => void (answer += text))
      })
      const write = async (bytes: Uint8Array | string): Promise<void> => {
        // The scanner may answer before the end, and then accepts no more.
        if (!socket.writable || socket.write(bytes)) return
        await Promise.race([once(socket, 'drain').catch(() => undefined), ended])
      }
      try {
        await write('zINSTREAM\0')
        for await (const chunk of content) {
          const length = Buffer.alloc(4)
          length.writeUInt32BE(chunk.length)
          if (chunk.length > 0) await write(Buffer.concat([length, chunk]))
          yield chunk
        }
        await write(Buffer.alloc(4))
        const error = await ended
        if (error) throw away(error)
        if (/ FOUND\0?$/.test(answer)) throw problem('file_refused')
        if (!/: OK\0?$/.test(answer)) throw away(new Error(`it said ${JSON.stringify(answer)}`))
      } finally {
        socket.destroy()
      }
    },
  }
}

export type VirusScan = ReturnType<typeof openVirusScan>
