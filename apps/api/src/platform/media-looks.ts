/** A node of the media server: the name is its prefix at the front proxy, the addresses are for us alone. */
export interface MediaNode {
  name: string
  url: string
  /** Its page of metrics, which says its id of the present start and how many people it carries. */
  metricsUrl: string
}

interface LivingNode extends MediaNode {
  /** Of its present start. */
  id: string
  people: number
}

/** A node that lives, one whose machine says that there is none, or one that has not answered in time. */
type Look = LivingNode | 'gone' | 'late'
const isLiving = (look: Look | undefined): look is LivingNode => typeof look === 'object'

interface Watched {
  node: MediaNode
  /** What the last finished look found, and when that look began. */
  last: { look: Look; at: number } | undefined
  running: { look: Promise<void>; since: number } | undefined
}

/** A node that is gone refuses at once; one that is only late, on a busy machine, is looked at for so long. */
const lookMs = 3000
/** How long a look is good for: a dead node is passed over that much later. */
const freshMs = 2000
/** The same for whoever connects at this moment, often because a node has died: what they meet was seen after the death. */
const deathMs = 100
/** Callers wait for a look until it is this old. */
const patienceMs = 500

/**
 * What is known of each media node, by its page of metrics. The last finished look is served, and a new one goes on behind
 * it: a node that takes connections and answers nothing holds up nobody who asks for another.
 */
export function openMediaLooks(nodes: readonly MediaNode[]) {
  const watched: readonly Watched[] = nodes.map((node) => ({ node, last: undefined, running: undefined }))
  /** Which node bore an id, whatever has become of it. */
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

  /** Sees to a look that is no older. Answers when there is one, or when it has been waited for long enough. */
  async function see(one: Watched, maxAgeMs: number, waitMs = patienceMs): Promise<Look | undefined> {
    if (!one.last || performance.now() - one.last.at > maxAgeMs) {
      const running = look(one)
      // A node that was silent at the last look is looked at again, and not waited for.
      if (one.last?.look !== 'late') await within(running.look, running.since + waitMs - performance.now())
    }
    return one.last?.look
  }

  return {
    /** The nodes that answer, the least busy first. */
    async living(): Promise<readonly LivingNode[]> {
      await Promise.all(watched.map((one) => see(one, freshMs)))
      // Where none answers it may be this machine that is late: until one does, each is given its time.
      if (!watched.some(({ last }) => isLiving(last?.look))) await firstToLive()
      const found = watched.map(({ last }) => last?.look).filter(isLiving)
      // Those seen last are tried then, each with its deadline.
      if (found.length > 0) lastSeen = found.toSorted((a, b) => a.people - b.people)
      return lastSeen
    },

    /** Whether a start of a node is over: its node refuses, or has another id; of an unknown id, no node is it. */
    async isDead(id: string): Promise<boolean> {
      const bearer = bearers.get(id)
      const found = await Promise.all((bearer ? [bearer] : watched).map((one) => see(one, deathMs, lookMs)))
      return found.every((each) => each === 'gone' || (isLiving(each) && each.id !== id))
    },

    silent: (): string[] => watched.filter(({ last }) => last?.look === 'late').map(({ node }) => node.name),

    /** Something else was not answered by it: the next caller should know better. */
    lookAgain: (name: string): void => {
      for (const one of watched) if (one.node.name === name) look(one)
    },
  }

  async function firstToLive(): Promise<void> {
    const lives = async (one: Watched): Promise<void> => {
      await look(one).look
      if (!isLiving(one.last?.look)) throw new Error(`${one.node.name} does not answer`)
    }
    // That none does is no fault here: whoever asks goes on with those that were seen last.
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
