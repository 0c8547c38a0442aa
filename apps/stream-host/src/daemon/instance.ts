import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InstanceStatus, StartInstance } from '@parley/contract/stream/stream-host.ts'
import { boundInstance, unbindInstance } from './cgroups.ts'
import { asUser, inSandbox, cookieFile } from './isolation.ts'
import { end, endAllOf, isAlive, start, type Started } from './processes.ts'
import type { Application, Settings } from './settings.ts'

/** Ordered by dependency. */
const parts = ['display', 'sound', 'application', 'encoder', 'gateway'] as const
export type Part = (typeof parts)[number]

/** The state of an instance, as stored in its folder; a new daemon continues from it. */
export interface Instance extends StartInstance {
  slot: number
  status: InstanceStatus
  reason: string | null
  processes: Partial<Record<Part, Started>>
}

const upMs = 10_000
/** Each viewer needs its own port, and some are still leaving while others join. */
const portsPerSlot = 20

const encoderFolder = fileURLToPath(new URL('../../encoder/', import.meta.url))
const gatewayFile = fileURLToPath(new URL('../gateway/gateway.ts', import.meta.url))

/** Owned by root: the instance's state and log. Nobody else writes here. */
export const folderOf = (settings: Settings, instance: string): string => join(settings.folder, instance)
/** Owned by the instance. Root no longer writes here once something runs as its user. */
const ownFolder = (settings: Settings, instance: string): string => join(folderOf(settings, instance), 'own')
export const gatewaySocket = (settings: Settings, instance: string): string =>
  join(ownFolder(settings, instance), 'gateway.sock')

/** The commands that start each part of an instance. Encoder and gateway can be restarted while the others continue. */
function commandsOf(
  settings: Settings,
  instance: Instance,
  application: Application,
  bounds: readonly string[],
) {
  const folder = ownFolder(settings, instance.instance)
  const display = settings.firstDisplay + instance.slot
  const user = { uid: settings.firstUid + instance.slot, bounds }
  const [sound, cookie] = [join(folder, 'sound.sock'), join(folder, 'cookie')]
  const firstPort = settings.firstPort + instance.slot * portsPerSlot
  const base = {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    LANG: 'C.UTF-8',
    XAUTHORITY: cookie,
    DISPLAY: `:${display}`,
  }
  const stream = {
    STREAM_SOCKET: join(folder, 'media.sock'),
    STREAM_KBPS: String(settings.kbps.start),
    PULSE_SERVER: `unix:${sound}`,
    PULSE_COOKIE: join(folder, 'no-cookie'),
  }
  const of = (command: readonly string[], env: Record<string, string> = {}) => ({
    command: asUser(user, command),
    env: { ...base, ...env },
    folder,
    log: join(folderOf(settings, instance.instance), 'log'),
  })
  const xvfb = ['Xvfb', `:${display}`, '-screen', '0', `${settings.size}x24`, '-auth', cookie]
  return {
    display: of([...xvfb, '-nolisten', 'tcp', '-nolisten', 'local', '-noreset']),
    sound: of(
      [
        'pulseaudio',
        '-n',
        '-F',
        join(folder, 'sound.pa'),
        '--daemonize=no',
        '--exit-idle-time=-1',
        '--use-pid-file=no',
      ],
      { PULSE_RUNTIME_PATH: join(folder, 'pulse'), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/dev/null' },
    ),
    application: of(inSandbox(application, { display, sound, cookie })),
    encoder: of([settings.python.program, '-u', join(encoderFolder, 'encoder.py')], {
      ...stream,
      PYTHONPATH: settings.python.path,
      PYTHONDONTWRITEBYTECODE: '1',
      STREAM_SIZE: settings.size,
      STREAM_FPS: String(settings.fps),
      STREAM_SOUND: 'app.monitor',
    }),
    gateway: of([process.execPath, gatewayFile], {
      ...stream,
      GATEWAY_SOCKET: gatewaySocket(settings, instance.instance),
      STREAM_ADDRESS: settings.address,
      STREAM_PORTS: `${firstPort}-${firstPort + portsPerSlot - 1}`,
      STREAM_KBPS_LEAST: String(settings.kbps.least),
      STREAM_KBPS_MOST: String(settings.kbps.most),
      STREAM_HOLDER: instance.holder ?? '',
    }),
  } satisfies Record<Part, Parameters<typeof start>[0]>
}

/** Starts display, sound, application, encoder and gateway. If anything fails, the caller stops the instance. */
export async function bringUp(
  settings: Settings,
  instance: Instance,
  application: Application,
  note: () => Promise<void>,
): Promise<void> {
  const folder = ownFolder(settings, instance.instance)
  const uid = settings.firstUid + instance.slot
  await makeFolder(folder, uid, settings.firstDisplay + instance.slot)
  const bounds = await boundInstance(instance.instance, application.memoryMb)
  const commands = commandsOf(settings, instance, application, bounds)
  const begin = async (part: Part, appears?: string) => {
    // The instance may have been stopped meanwhile; start nothing after that.
    if (instance.status !== 'ACTIVATING') throw new Error('it was stopped while it came up')
    instance.processes[part] = start(commands[part])
    await note()
    // Stop waiting once the instance is stopped.
    if (appears !== undefined) await until(() => existsSync(appears) || instance.status !== 'ACTIVATING')
  }
  await begin('display', xSocket(settings.firstDisplay + instance.slot))
  await begin('sound', join(folder, 'sound.sock'))
  await begin('application')
  await begin('encoder')
  await begin('gateway', gatewaySocket(settings, instance.instance))
}

/** Restarts the encoder or the gateway on the running display. */
export async function startAgain(
  settings: Settings,
  instance: Instance,
  application: Application,
  part: Part,
): Promise<void> {
  const bounds = await boundInstance(instance.instance, application.memoryMb)
  if (instance.status !== 'ACTIVE' && instance.status !== 'ACTIVATING') return
  instance.processes[part] = start(commandsOf(settings, instance, application, bounds)[part])
}

const xSocket = (display: number): string => `/tmp/.X11-unix/X${display}`

async function makeFolder(folder: string, uid: number, display: number): Promise<void> {
  await mkdir('/tmp/.X11-unix', { recursive: true })
  await chmod('/tmp/.X11-unix', 0o1777)
  // A machine that crashed may have left these of an earlier display.
  for (const path of [xSocket(display), `/tmp/.X${display}-lock`]) await rm(path, { force: true })
  await mkdir(dirname(folder), { recursive: true })
  await chmod(dirname(folder), 0o711)
  await mkdir(join(folder, 'pulse'), { recursive: true, mode: 0o700 })
  const sound = [
    `load-module module-native-protocol-unix socket=${join(folder, 'sound.sock')} auth-anonymous=1`,
    'load-module module-null-sink sink_name=app rate=48000',
    'set-default-sink app',
  ]
  await writeFile(join(folder, 'sound.pa'), `${sound.join('\n')}\n`, { mode: 0o400 })
  await writeFile(join(folder, 'cookie'), cookieFile(display, randomBytes(16)), { mode: 0o400 })
  for (const name of ['.', 'pulse', 'sound.pa', 'cookie']) await chown(join(folder, name), uid, uid)
}

async function until(isThere: () => boolean): Promise<void> {
  const late = performance.now() + upMs
  while (!isThere()) {
    if (performance.now() > late) throw new Error('a part of the instance did not come up')
    await sleep(20)
  }
}

export const deadParts = ({ processes }: Instance): Part[] =>
  parts.filter((part) => {
    const started = processes[part]
    return started !== undefined && !isAlive(started)
  })

/** Ends all its processes, and leaves nothing that the next instance could see. */
export async function tearDown(settings: Settings, instance: Instance): Promise<void> {
  // A process started a moment ago may not have switched to its user yet.
  const started = Object.values(instance.processes)
  for (const one of started) end(one)
  while (started.some(isAlive) || endAllOf(settings.firstUid + instance.slot) > 0) await sleep(20)
  const display = settings.firstDisplay + instance.slot
  for (const path of [xSocket(display), `/tmp/.X${display}-lock`]) await rm(path, { force: true })
  await unbindInstance(instance.instance)
}
