import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { InstanceState, StartInstance } from '@parley/contract/stream/stream-host.ts'
import { askGateway, unlessNone, type GatewayStatus } from './ask-gateway.ts'
import { bringUp, deadParts, folderOf, startAgain, tearDown, type Instance, type Part } from './instance.ts'
import type { Settings } from './settings.ts'

/** The least delay between two restarts of a part that keeps crashing. */
const againMs = 300
export const watchMs = 250
/** How long an ended instance can still be queried. */
const endedKeptMs = 10 * 60_000

/** How much of a failed instance's log to report. */
const lastWordsMax = 2000

const revivable: readonly Part[] = ['encoder', 'gateway']
const quiet: GatewayStatus = { isReady: false, viewers: [], title: '', targetKbps: 0, done: 0, refused: 0 }

interface InstancesDeps {
  settings: Settings
  log: Logger
  clock: () => number
}

/** All instances of this host: started, watched, ended. The stored state of each outlives this process. */
// Longer than 80 lines: starting, watching and ending change the same instances and their ends.
export function openInstances({ settings, log, clock }: InstancesDeps) {
  const instances = new Map<string, Instance>()
  /** When each began to end, and the promise of its end. */
  const ends = new Map<string, { at: number; done: Promise<void> }>()
  const startedAgainAt = new Map<string, number>()
  const freeing = new Set<number>()
  /** Instances whose gateway could not be told who has control. */
  const untold = new Set<string>()
  const { track, settled } = openWork()
  const { note, forget } = openStates(settings, track, (id) => ends.has(id))
  const running = () =>
    [...instances.values()].filter(({ status }) => status === 'ACTIVATING' || status === 'ACTIVE')

  /** Runs once, however often it is called: all callers wait for the same end. */
  function finish(instance: Instance, status: 'TERMINATED' | 'ERROR', reason: string): Promise<void> {
    const end = ends.get(instance.instance) ?? { at: clock(), done: takeAway(instance, status, reason) }
    ends.set(instance.instance, end)
    return end.done
  }
  async function takeAway(instance: Instance, status: 'TERMINATED' | 'ERROR', reason: string): Promise<void> {
    Object.assign(instance, { status, reason })
    freeing.add(instance.slot)
    const said = status === 'ERROR' ? await lastWords(instance.instance) : undefined
    log[said === undefined ? 'info' : 'warn'](
      { instance: instance.instance, status, reason, said },
      'an instance ends',
    )
    try {
      await settled(instance.instance)
      await tearDown(settings, instance)
      await rm(folderOf(settings, instance.instance), { recursive: true, force: true })
    } finally {
      freeing.delete(instance.slot)
    }
  }

  const lastWords = async (id: string): Promise<string> =>
    (await readFile(join(folderOf(settings, id), 'log'), 'utf8').catch(() => '')).slice(-lastWordsMax)

  function begin(asked: StartInstance): 'begun' | 'full' | 'unknown' {
    if (instances.has(asked.instance)) return 'begun'
    const application = settings.applications[asked.application]
    if (!application) return 'unknown'
    // The next instance in a slot runs as the same user, so the slot is free only once all of the previous one is gone.
    const taken = new Set([...running().map(({ slot }) => slot), ...freeing])
    const slot = Array.from({ length: settings.slots }, (_, i) => i).find((one) => !taken.has(one))
    if (slot === undefined) return 'full'
    const instance: Instance = { ...asked, slot, status: 'ACTIVATING', reason: null, processes: {} }
    instances.set(asked.instance, instance)
    const up = track(
      asked.instance,
      bringUp(settings, instance, application, () => note(instance)),
    )
    up.catch(async (error: unknown) => {
      log.error({ err: error, instance: asked.instance }, 'an instance did not come up')
      await finish(instance, 'ERROR', 'internalError')
    })
    return 'begun'
  }

  /** Checks one instance: restarts the parts that can be, and ends it if any other part has died. */
  async function watch(instance: Instance): Promise<void> {
    if (clock() > instance.until) return finish(instance, 'TERMINATED', 'maxSessionLengthTimeout')
    const dead = deadParts(instance)
    if (dead.some((part) => !revivable.includes(part))) return finish(instance, 'ERROR', 'applicationExit')
    const application = settings.applications[instance.application]
    for (const part of dead) {
      const key = `${instance.instance} ${part}`
      if (!application || clock() - (startedAgainAt.get(key) ?? 0) < againMs) continue
      startedAgainAt.set(key, clock())
      log.warn({ instance: instance.instance, part }, 'a part has fallen and is started again')
      await track(instance.instance, startAgain(settings, instance, application, part))
      await note(instance)
    }
    if (untold.delete(instance.instance)) await tellHolder(instance)
    if (instance.status === 'ACTIVATING' && instance.processes.gateway) {
      const { isReady } = await status(instance.instance).catch(() => quiet)
      if (isReady && instance.status === 'ACTIVATING' && !untold.has(instance.instance)) {
        instance.status = 'ACTIVE'
        await note(instance)
      }
    }
  }

  /** A gateway that is still starting was given the holder of that moment: it is told again as soon as it listens. */
  async function tellHolder({ instance: id, holder }: Instance): Promise<void> {
    await askGateway(settings, id, 'POST', '/control', { holder }).catch(() => untold.add(id))
  }

  const status = (id: string): Promise<GatewayStatus> =>
    askGateway<GatewayStatus>(settings, id, 'GET', '/status')

  /** Each instance is watched separately: a slow check does not delay the others. */
  const watched = new Set<string>()
  async function watchOne(instance: Instance): Promise<void> {
    watched.add(instance.instance)
    try {
      await watch(instance)
    } catch (error) {
      log.error({ err: error, instance: instance.instance }, 'watching failed')
    } finally {
      watched.delete(instance.instance)
    }
  }
  async function watchAll(): Promise<void> {
    for (const [id, { at }] of ends)
      if (clock() - at > endedKeptMs) {
        for (const each of [ends, instances, untold]) each.delete(id)
        forget(id)
      }
    await Promise.all(
      running()
        .filter((one) => !watched.has(one.instance))
        .map(watchOne),
    )
  }

  return {
    begin,
    watchAll,
    used: () => running().length + freeing.size,
    find: (id: string) => instances.get(id),

    async stateOf(id: string): Promise<InstanceState | undefined> {
      const instance = instances.get(id)
      if (!instance) return undefined
      const { viewers, title, targetKbps, done, refused } =
        (instance.status === 'ACTIVE' ? await status(id).catch(unlessNone) : undefined) ?? quiet
      return { status: instance.status, reason: instance.reason, viewers, title, targetKbps, done, refused }
    },

    async setHolder(instance: Instance, holder: string | null): Promise<void> {
      instance.holder = holder
      await note(instance)
      await tellHolder(instance)
    },

    stop: async (id: string): Promise<void> => {
      const instance = instances.get(id)
      if (instance) await finish(instance, 'TERMINATED', 'apiTerminated')
    },

    stopAll: async (): Promise<void> => {
      for (const one of running()) void finish(one, 'TERMINATED', 'apiTerminated')
      await Promise.allSettled([...ends.values()].map(({ done }) => done))
    },

    /** Takes over what an earlier daemon started. */
    async adopt(): Promise<void> {
      const names = await readdir(settings.folder).catch(() => [])
      for (const name of names) {
        try {
          // Only `note` writes it, into a folder that root owns.
          const found = JSON.parse(
            await readFile(join(settings.folder, name, 'state.json'), 'utf8'),
          ) as Instance
          instances.set(found.instance, found)
          // The previous daemon may have crashed after storing the holder and before telling the gateway.
          untold.add(found.instance)
          if (found.status === 'ACTIVATING') await finish(found, 'ERROR', 'internalError')
        } catch {
          await rm(join(settings.folder, name), { recursive: true, force: true })
        }
      }
    },
  }
}

export type Instances = ReturnType<typeof openInstances>

/** Starts and writes in progress for each instance: teardown waits for them. */
function openWork() {
  const underWay = new Map<string, Set<Promise<void>>>()
  function track(id: string, work: Promise<void>): Promise<void> {
    const works = underWay.get(id) ?? new Set()
    underWay.set(id, works.add(work))
    const forget = () => {
      works.delete(work)
      if (works.size === 0) underWay.delete(id)
    }
    work.then(forget, forget)
    return work
  }
  async function settled(id: string): Promise<void> {
    const works = underWay.get(id)
    if (works) await Promise.allSettled(works)
  }
  return { track, settled }
}

/** The stored state of each instance, by which the next daemon takes it over. An instance that ends has none. */
function openStates(
  settings: Settings,
  track: ReturnType<typeof openWork>['track'],
  hasEnded: (id: string) => boolean,
) {
  /** The last write of each instance's state. */
  const written = new Map<string, Promise<void>>()

  /** Writes run one after the other: two at once would rename each other's file. */
  function note(instance: Instance): Promise<void> {
    const before = written.get(instance.instance) ?? Promise.resolve()
    const next = before.catch(() => {}).then(() => write(instance))
    written.set(instance.instance, next)
    return track(instance.instance, next)
  }
  async function write(instance: Instance): Promise<void> {
    if (hasEnded(instance.instance)) return
    const folder = folderOf(settings, instance.instance)
    await mkdir(folder, { recursive: true, mode: 0o711 })
    const path = join(folder, 'state.json')
    await writeFile(`${path}.new`, JSON.stringify(instance), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
  return { note, forget: (id: string) => void written.delete(id) }
}
