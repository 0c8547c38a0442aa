import { setTimeout as pause } from 'node:timers/promises'

type Headers = Record<string, string>

interface HostilePersonOptions {
  /** The call's media node, through the front proxy. */
  mediaUrl: string
  token: string
  /** The headers of the browser that the token is bound to. */
  browser: Headers
  /** Every other way in. Each resolves to whether it succeeded. */
  ways: Readonly<Record<string, () => Promise<boolean>>>
  /** Requests a new token; undefined if refused. */
  renew: () => Promise<string | undefined>
  choose: () => number
}

/** The number of loops that connect to the media server in parallel. */
const connectLoops = 3
const holdMaxMs = 150
/** Without this pause, the loops of all rounds would wait for each other and the proof would measure that wait. */
const refusedPauseMs = 10
const askEveryMs = 50

const jwt = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/
/** The media server has two signalling paths; the second takes the client's description as an encoded message. */
const aboutBrowser = Buffer.from([0x12, 6, 0x0a, 4, 0x08, 1, 0x18, 16]).toString('base64')
const paths = [
  ['/rtc', 'protocol=16&sdk=js&version=2'],
  ['/rtc/v1', `join_request=${encodeURIComponent(aboutBrowser)}`],
] as const

/** Starts a removed person who tries every way back in as fast as they can, and records when each way last worked. */
export function startHostilePerson(given: HostilePersonOptions) {
  // Long because all of the ways in share the tokens and the counts.
  const { mediaUrl, browser, ways, renew, choose } = given
  const tokens = [given.token]
  const sockets = new Set<WebSocket>()
  const lastIn = new Map<string, number>()
  let letIn = 0
  let refused = 0
  const stopped = new AbortController()
  const noteIn = (way: string, at: number) => lastIn.set(way, Math.max(at, lastIn.get(way) ?? 0))
  const keep = (token: string | undefined) => {
    if (token !== undefined && !tokens.includes(token)) tokens.push(token)
  }
  const oneOf = <T>(all: readonly [T, ...T[]] | readonly T[]): T => {
    const chosen = all[Math.floor(choose() * all.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }

  function connect(): Promise<WebSocket | undefined> {
    const [path, query] = oneOf(paths)
    const address = `${mediaUrl}${path}?access_token=${oneOf(tokens)}&${query}`
    // Node's WebSocket takes headers, unlike the browser's.
    const socket = new WebSocket(address, { headers: browser } as unknown as string[])
    socket.binaryType = 'arraybuffer'
    return new Promise((resolve) => {
      socket.addEventListener('open', () => resolve(socket))
      socket.addEventListener('error', () => resolve(undefined))
    })
  }

  async function connectAgainAndAgain(): Promise<void> {
    while (!stopped.signal.aborted) {
      const socket = await connect()
      if (!socket) {
        refused += 1
        await pause(refusedPauseMs)
        continue
      }
      letIn += 1
      sockets.add(socket)
      const closed = new Promise<void>((resolve) => {
        socket.addEventListener('close', () => {
          sockets.delete(socket)
          resolve()
        })
      })
      // The media server's messages contain renewed tokens.
      socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) =>
        keep(jwt.exec(Buffer.from(data).toString('latin1'))?.[0]),
      )
      if (choose() < 0.5) await closed
      else {
        await Promise.race([closed, pause(choose() * holdMaxMs)])
        if (!stopped.signal.aborted) socket.close()
      }
    }
  }

  async function askAgainAndAgain(way: string, ask: () => Promise<boolean>): Promise<void> {
    while (!stopped.signal.aborted) {
      const at = performance.now()
      // A network error counts as not getting in.
      if (await ask().catch(() => false)) noteIn(way, at)
      await pause(askEveryMs)
    }
  }

  const loops = [
    ...Array.from({ length: connectLoops }, connectAgainAndAgain),
    ...Object.entries(ways).map(([way, ask]) => askAgainAndAgain(way, ask)),
    askAgainAndAgain('a new token', async () => {
      const token = await renew()
      keep(token)
      return token !== undefined
    }),
  ]
  return {
    isConnected: () => sockets.size > 0,
    /** For each way other than the media server: the start of the last successful attempt. */
    lastIn: () => lastIn,
    counts: () => ({ letIn, refused, tokens: tokens.length }),
    /** Stops all loops and returns how many connections the media server has not closed. */
    async stop(): Promise<number> {
      const stillOpen = sockets.size
      stopped.abort()
      for (const socket of sockets) socket.close()
      await Promise.race([Promise.all(loops), pause(5000)])
      return stillOpen
    },
  }
}

export type HostilePerson = ReturnType<typeof startHostilePerson>
