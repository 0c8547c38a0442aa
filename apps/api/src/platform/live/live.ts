import type { LiveNotice } from '@parley/contract/wire/live.ts'
import type { Audience, SlowLane } from './audiences.ts'
import { eventOf } from './event-stream.ts'
import { openListeners, type LiveListener, type Listener } from './listeners.ts'
import { atMostEvery, type Pace } from './pace.ts'
import { watchGrants, type Grants } from './watch.ts'
import type { Log } from '#platform/process/log.ts'
import type { Metrics } from '#platform/process/metrics.ts'
import { closeRedis, watchForSilence, type Redis } from '#platform/process/redis.ts'

/** Redis separates databases by key but not by channel: two installations on one Redis must not hear each other. */
const channelOf = (redisUrl: string): string => `parley:live${new URL(redisUrl).pathname.replace(/^\/$/, '')}`

/** If a browser opens more, its oldest stream ends, which may hang on a dead connection. */
const streamsPerGrantMax = 10

/** The slow lane sends the first change at once, then at most one in this time. */
const slowLaneMs = 5000

/** When Redis is back, processes that lost notices report it at about the same time. */
const lossesTogetherMs = 2000

/** How often to retry reporting a loss after a notice could not be published. */
const lossTellingMs = 500

/** Nobody waits for the subscriber, and losing it makes every browser refetch: it gets more time than the main client. */
const subscriberSilentMs = 2000

/** How many streams to write before yielding to other work. */
const writtenAtOnce = 500

const upEvent = eventOf({ kind: 'channel', state: 'up' })
const downEvent = eventOf({ kind: 'channel', state: 'down' })

interface LiveDeps {
  redis: Redis
  redisUrl: string
  grants: Grants
  clock: () => number
  log: Log
  metrics: Metrics
}

export type Live = ReturnType<typeof openLive>

/**
 * The live channel: any process publishes, every process forwards to its own browsers. A message is a line with action and
 * audiences, then the notice as browsers get it: a process with none of those browsers reads only the line.
 */
// Longer than 80 lines: delivering, ending and pacing work on the same listeners.
export function openLive({ redis, redisUrl, grants, clock, log, metrics }: LiveDeps) {
  const channel = channelOf(redisUrl)
  const listeners = openListeners()
  const watch = watchGrants({ listeners, grants, clock, log, end })
  let messages = 0
  let isUp = false

  function remove(heard: LiveListener): void {
    listeners.remove(heard)
    metrics.liveStreams.set(listeners.all.size)
  }

  /** Removes the listener first: it hears nothing more, even if its connection takes a while to close. */
  function end(heard: LiveListener, notice: LiveNotice | Buffer | undefined): void {
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

  const publisher = openPublisher(redis, channel, deliver)
  const { send } = publisher

  // Chained, so that every browser gets each change of the channel, in order.
  let telling = Promise.resolve()
  function tellAll(events: readonly Buffer[]): void {
    telling = telling.then(() => tellEach(listeners.all, events))
  }

  function noteUp(next: boolean): void {
    if (next === isUp) return
    isUp = next
    tellAll([isUp ? upEvent : downEvent])
  }

  const subscriber = subscribe(redis, channel, { onMessage: deliver, onUp: noteUp })

  return {
    listen(listener: Listener): () => void {
      const [oldest] = listeners.of(listener.grant)
      if (oldest && listeners.of(listener.grant).size >= streamsPerGrantMax) end(oldest, undefined)
      const heard = listeners.add(listener)
      metrics.liveStreams.set(listeners.all.size)
      heard.send(isUp ? upEvent : downEvent)
      return () => remove(heard)
    },
    /** Call it after commit. Without Redis only this process's browsers hear it at once; the others poll. */
    publish: (to: readonly Audience[], notice: LiveNotice): Promise<void> =>
      send(`${notice.kind === 'signed-out' ? 'end' : 'tell'} ${to.join(' ')}\n${JSON.stringify(notice)}`),
    /** After a person was moved or their level changed: every process at once checks what their streams may hear. */
    lookAgain: (personId: string): Promise<void> => send(`look person:${personId}\n`),
    /** Ends every stream so that its browser reconnects to another process. */
    drain(): void {
      for (const heard of listeners.all) end(heard, undefined)
    },
    close(): void {
      watch.stop()
      publisher.close()
      for (const pace of [...slowLanes.values(), losses]) pace.stop()
      closeRedis(subscriber)
    },
  }
}

/** Without Redis a notice is delivered in this process alone, and the others are told later that they missed one. */
function openPublisher(redis: Redis, channel: string, deliver: (text: string) => void) {
  let lossTimer: NodeJS.Timeout | undefined

  async function send(text: string): Promise<void> {
    try {
      await redis.publish(channel, text)
    } catch {
      deliver(text)
      tellLoss()
    }
  }

  /** Browsers on other processes missed a notice: tell them to refetch as soon as Redis can be reached. */
  function tellLoss(): void {
    lossTimer ??= setTimeout(() => {
      // A publish that fails while this one is in flight needs its own report.
      lossTimer = undefined
      redis.publish(channel, 'lost\n').catch(tellLoss)
    }, lossTellingMs)
  }

  return { send, close: () => clearTimeout(lossTimer) }
}

interface Subscription {
  onMessage: (text: string) => void
  /** Whether this process hears the others now. */
  onUp: (isUp: boolean) => void
}

function subscribe(redis: Redis, channel: string, { onMessage, onUp }: Subscription) {
  const subscriber = redis.duplicate()
  let isSubscribed = false
  const noteDown = () => onUp(false)
  const noteSubscribed = () => {
    isSubscribed = true
    onUp(true)
  }
  subscriber.on('error', noteDown) // The main client logs Redis errors; this one reconnects on its own.
  subscriber.on('ready', () => {
    // A client that was subscribed before becomes ready only after Redis has confirmed the subscription again.
    if (isSubscribed) onUp(true)
    else subscriber.subscribe(channel, onMessage).then(noteSubscribed, noteDown)
  })
  watchForSilence(subscriber, { silentMs: subscriberSilentMs, onSilence: noteDown })
  subscriber.connect().catch(noteDown)
  return subscriber
}

async function tellEach(all: ReadonlySet<LiveListener>, events: readonly Buffer[]): Promise<void> {
  let written = 0
  for (const heard of all) {
    for (const event of events) heard.send(event)
    written += 1
    if (written % writtenAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}
