/** A node of the media server. The name is its prefix at the front proxy; only we use the addresses. */
export interface MediaNode {
  name: string
  url: string
  /** Its metrics page, which has the id of its current start and how many people it carries. */
  metricsUrl: string
}

interface LivingNode extends MediaNode {
  /** The id of its current start. */
  id: string
  people: number
}

/** A living node, one whose machine refuses the connection, or one that did not answer in time. */
type Look = LivingNode | 'gone' | 'late'
const isLiving = (look: Look | undefined): look is LivingNode => typeof look === 'object'

interface Watched {
  node: MediaNode
  /** The result of the last finished look, and when that look began. */
  last: { look: Look; at: number } | undefined
  running: { look: Promise<void>; since: number } | undefined
}

/** A dead node refuses at once, so this is how long to wait for a slow node on a busy machine. */
const lookMs = 3000
/** How long a look stays fresh: it takes that much longer to notice a dead node. */
const freshMs = 2000
/** The same when a client is connecting, often because a node has died: the look has to be from after the death. */
const deathMs = 100
/** Callers wait for a look until it has run this long. */
const patienceMs = 500

/**
 * Tracks the state of each media node by its metrics page. Callers get the last finished look while a new one runs in the
 * background, so a node that accepts connections and never answers delays nobody who asks for another.
 */
export function openMediaLooks(nodes: readonly MediaNode[]) {
  const watched: readonly Watched[] = nodes.map((node) => ({ node, last: undefined, running: undefined }))
  /** The node that had an id, even if it has a new one by now. */
  const bearers = new Map<string, Watched>()
  let lastSeen: LivingNode[] = []

  function look(one: Watched): { look: Promise<void>; since: number } {
    const since = performance.now()
    const finish = (found: Look) => {
      one.last = { look: found, at: since }
      one.running = undefined
      if (isLiving(found)) bearers.set(found.id, one)
    }
    one.running ??= { look: lookAt(one.node).then(finish), since }
    return one.running
  }

  /** Makes sure that a look is fresh enough. Returns when it is, or when the wait is over. */
  async function see(one: Watched, maxAgeMs: number, waitMs = patienceMs): Promise<Look | undefined> {
    if (!one.last || performance.now() - one.last.at > maxAgeMs) {
      const running = look(one)
      // A node that was silent at the last look is looked at again, but nobody waits for it.
      if (one.last?.look !== 'late') await within(running.look, running.since + waitMs - performance.now())
    }
    return one.last?.look
  }

  return {
    /** The nodes that answer, the least busy first. */
    async living(): Promise<readonly LivingNode[]> {
      await Promise.all(watched.map((one) => see(one, freshMs)))
      // If none answers, this machine may be the slow one: give each its full time until one does.
      if (!watched.some(({ last }) => isLiving(last?.look))) await firstToLive()
      const found = watched.map(({ last }) => last?.look).filter(isLiving)
      // Otherwise the callers try those seen last, each with its own deadline.
      if (found.length > 0) lastSeen = found.toSorted((a, b) => a.people - b.people)
      return lastSeen
    },

    /** Whether a node's start is over: its node refuses or has a new id. For an unknown id, every node has to. */
    async isDead(id: string): Promise<boolean> {
      const bearer = bearers.get(id)
      const found = await Promise.all((bearer ? [bearer] : watched).map((one) => see(one, deathMs, lookMs)))
      return found.every((each) => each === 'gone' || (isLiving(each) && each.id !== id))
    },

    silent: (): string[] => watched.filter(({ last }) => last?.look === 'late').map(({ node }) => node.name),

    /** The node failed another request: look again, so that the next caller knows. */
    lookAgain: (name: string): void => {
      for (const one of watched) if (one.node.name === name) look(one)
    },
  }

  async function firstToLive(): Promise<void> {
    const lives = async (one: Watched): Promise<void> => {
      await look(one).look
      if (!isLiving(one.last?.look)) throw new Error(`${one.node.name} does not answer`)
    }
    // If none does, that is no error here: the caller continues with those seen last.
    await Promise.any(watched.map(lives)).catch(() => {})
  }
}

async function within(seen: Promise<void>, ms: number): Promise<void> {
  if (ms <= 0) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([seen, late])
  clearTimeout(timer)
}

async function lookAt(node: MediaNode): Promise<Look> {
  try {
    const page = await fetch(node.metricsUrl, { signal: AbortSignal.timeout(lookMs) })
    const text = await page.text()
    const id = /node_id="([^"]+)"/.exec(text)?.[1]
    if (!page.ok || id === undefined) return 'late'
    const people = text.split('\n').find((line) => /^livekit_participant_total[ {]/.test(line))
    return { ...node, id, people: Number(people?.slice(people.lastIndexOf(' ')) ?? 0) || 0 }
  } catch (error) {
    return isRefused(error) ? 'gone' : 'late'
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'
