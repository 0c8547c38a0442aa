import type { LiveNotice } from '@parley/contract/live.ts'
import type { Audience, SlowLane } from './audiences.ts'
import { eventOf } from './event-stream.ts'
import { openListeners, type Heard, type Listener } from './live-listeners.ts'
import { watchGrants, type Grants } from './live-watch.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { closeRedis, watchForSilence, type Redis } from './redis.ts'

/** Redis has databases for keys but not for channels: two installations on one Redis must not hear each other. */
const channelOf = (redisUrl: string): string => `parley:live${new URL(redisUrl).pathname.replace(/^\/$/, '')}`

/** Of a browser that opens more, the oldest stream ends: it may hang on a connection that is gone. */
const streamsPerGrantMax = 10

/** The slow lane: the first change is told at once, then at most one in this time. */
const slowLaneMs = 5000

/** Processes that lost notices say so when Redis is back, nearly together. */
const lossesTogetherMs = 2000

/** After a notice could not be published, this often it is tried to say so. */
const lossTellingMs = 500

/** Nobody waits for the subscriber, and every browser asks when it was lost: it is given more time than the main client. */
const subscriberSilentMs = 2000

/** So many streams are written to before other work has its turn. */
const writtenAtOnce = 500

const upEvent = eventOf({ kind: 'channel', state: 'up' })
const downEvent = eventOf({ kind: 'channel', state: 'down' })

interface Given {
  redis: Redis
  redisUrl: string
  grants: Grants
  clock: () => number
  log: Log
  metrics: Metrics
}

export type Live = ReturnType<typeof openLive>

/**
 * The live channel: any process publishes, every process hands on to the browsers it holds. A message is a line of what
 * to do and for whom, and the notice as it goes to the browser: a process that holds none of them reads no further.
 */
export function openLive({ redis, redisUrl, grants, clock, log, metrics }: Given) {
  const channel = channelOf(redisUrl)
  const listeners = openListeners()
  const watch = watchGrants({ listeners, grants, clock, log, end })
  let messages = 0
  let isUp = false
  let lossTimer: NodeJS.Timeout | undefined

  function remove(heard: Heard): void {
    listeners.remove(heard)
    metrics.liveStreams.set(listeners.all.size)
  }

  /** It hears no more from here on, even when its connection takes a while to close. */
  function end(heard: Heard, notice: LiveNotice | Buffer | undefined): void {
    if (notice) heard.send(Buffer.isBuffer(notice) ? notice : eventOf(notice))
    remove(heard)
    heard.close()
  }

  const slowLanes = new Map<string, Pace>(
    (['slow:people', 'slow:sessions'] satisfies SlowLane[]).map((lane) => {
      const event = eventOf({ kind: lane === 'slow:people' ? 'people' : 'sessions' })
      return [lane, atMostEvery(slowLaneMs, () => void tellEach(listeners.of('admins'), [event]))]
    }),
  )
  const losses = atMostEvery(lossesTogetherMs, () => {
    if (isUp) tellAll([downEvent, upEvent])
  })

  function deliver(text: string): void {
    const lineEnd = text.indexOf('\n')
    const audiences = text.slice(0, lineEnd).split(' ')
    const act = audiences.shift()
    if (act === 'lost') return losses.ask()
    if (act === 'look') return watch.lookAt(audiences)
    messages += 1
    let event: Buffer | undefined
    for (const audience of audiences) {
      const those = listeners.of(audience)
      if (those.size === 0) {
        slowLanes.get(audience)?.ask()
        continue
      }
      for (const heard of those) {
        if (heard.lastMessage === messages) continue
        heard.lastMessage = messages
        event ??= eventOf(text.slice(lineEnd + 1))
        if (act === 'end') end(heard, event)
        else heard.send(event)
      }
    }
  }

  async function send(text: string): Promise<void> {
    try {
      await redis.publish(channel, text)
    } catch {
      deliver(text)
      tellLoss()
    }
  }

  /** The browsers of other processes missed something: they are told to ask, as soon as there is a way. */
  function tellLoss(): void {
    lossTimer ??= setTimeout(() => {
      // A publish that fails while this one is under way needs a word after it.
      lossTimer = undefined
      redis.publish(channel, 'lost\n').catch(tellLoss)
    }, lossTellingMs)
  }

  // One after the other, so that everybody hears each change of the channel, and in its order.
  let telling = Promise.resolve()
  function tellAll(events: readonly Buffer[]): void {
    telling = telling.then(() => tellEach(listeners.all, events))
  }

  function noteUp(next: boolean): void {
    if (next === isUp) return
    isUp = next
    tellAll([isUp ? upEvent : downEvent])
  }

  const subscriber = redis.duplicate()
  let isSubscribed = false
  const noteDown = () => noteUp(false)
  const noteSubscribed = () => {
    isSubscribed = true
    noteUp(true)
  }
  subscriber.on('error', noteDown) // The main client tells the log of Redis; this one comes back by itself.
  subscriber.on('ready', () => {
    // A client that was subscribed before is ready only when Redis has confirmed it again.
    if (isSubscribed) noteUp(true)
    else subscriber.subscribe(channel, deliver).then(noteSubscribed, noteDown)
  })
  watchForSilence(subscriber, { silentMs: subscriberSilentMs, onSilence: noteDown })
  subscriber.connect().catch(noteDown)

  return {
    listen(listener: Listener): () => void {
      const [oldest] = listeners.of(listener.grant)
      if (oldest && listeners.of(listener.grant).size >= streamsPerGrantMax) end(oldest, undefined)
      const heard = listeners.add(listener)
      metrics.liveStreams.set(listeners.all.size)
      heard.send(isUp ? upEvent : downEvent)
      return () => remove(heard)
    },
    /** Sends after commit. Where Redis is away only this process's browsers hear it at once; the others poll. */
    publish: (to: readonly Audience[], notice: LiveNotice): Promise<void> =>
      send(`${notice.kind === 'signed-out' ? 'end' : 'tell'} ${to.join(' ')}\n${JSON.stringify(notice)}`),
    /** After a person was moved or got another level: every process looks at once what their streams may hear. */
    lookAgain: (personId: string): Promise<void> => send(`look person:${personId}\n`),
    /** Ends every stream so that its browser connects to another process. */
    drain(): void {
      for (const heard of listeners.all) end(heard, undefined)
    },
    close(): void {
      watch.stop()
      clearTimeout(lossTimer)
      for (const pace of [...slowLanes.values(), losses]) pace.stop()
      closeRedis(subscriber)
    },
  }
}

async function tellEach(all: ReadonlySet<Heard>, events: readonly Buffer[]): Promise<void> {
  let written = 0
  for (const heard of all) {
    for (const event of events) heard.send(event)
    written += 1
    if (written % writtenAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

interface Pace {
  ask: () => void
  stop: () => void
}

/** Runs at once when asked, and again at the end of the time when asked within it. */
function atMostEvery(ms: number, run: () => void): Pace {
  let ranAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  const runNow = () => {
    clearTimeout(timer)
    timer = undefined
    ranAt = performance.now()
    run()
  }
  return {
    ask() {
      const wait = ranAt + ms - performance.now()
      if (wait <= 0) runNow()
      else timer ??= setTimeout(runNow, wait)
    },
    stop: () => clearTimeout(timer),
  }
}
