import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '../eventually.ts'

const run = promisify(execFile)

const needed = {
  '/usr/sbin/dockerd': 'docker.io',
  '/usr/bin/docker-compose': 'docker-compose',
  '/usr/bin/slirp4netns': 'slirp4netns',
  '/usr/sbin/debootstrap': 'debootstrap',
  '/usr/sbin/iptables': 'iptables',
}

export interface OwnDocker extends AsyncDisposable {
  /** A folder that goes with the daemon. */
  folder: string
  /** Runs a program beside the daemon's containers, where their published ports are. Returns what it printed. */
  inside: (file: string, args?: readonly string[], options?: RunOptions) => Promise<string>
  /** Starts a program there that goes on until the daemon is closed. */
  start: (file: string, args: readonly string[]) => void
}

interface RunOptions {
  cwd?: string
  env?: Record<string, string>
}

/**
 * An empty Docker daemon in a network namespace of its own, which reaches the outside through a program instead of an
 * interface of this machine: Chromium drops its requests whenever an interface comes or goes. `names` lead to `addresses[0]`.
 */
export async function openDocker(addresses: readonly string[], names: readonly string[]): Promise<OwnDocker> {
  const missing = Object.entries(needed).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))
  if (missing.length > 0)
    throw new Error(
      `Docker is not installed. As root: apt-get install --no-install-recommends ${missing.join(' ')}`,
    )
  const name = `parley-docker-${process.pid}`
  const folder = await mkdtemp(join(tmpdir(), 'parley-docker-'))
  const socket = `unix://${folder}/docker.sock`
  const children: ChildProcess[] = []
  const log = openSync(join(folder, 'log'), 'a')
  const background = (file: string, args: readonly string[]) => {
    const child = spawn(file, args, { stdio: ['ignore', log, log] })
    children.push(child)
    return child
  }
  const enter = ['netns', 'exec', name]
  const env = {
    ...process.env,
    DOCKER_HOST: socket,
    DOCKER_BUILDKIT: '1',
    PATH: `/usr/bin:${process.env.PATH}`,
  }
  const inside: OwnDocker['inside'] = async (file, args = [], { cwd, env: more } = {}) => {
    const { stdout } = await run('ip', [...enter, file, ...args], {
      cwd: cwd ?? process.cwd(),
      env: { ...env, ...more },
      maxBuffer: 2 ** 26,
    })
    return stdout
  }

  const close = async () => {
    // The newest first: containers end with the daemon, and the daemon before its network.
    for (const child of children.toReversed()) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
    }
    closeSync(log)
    await run('ip', ['netns', 'delete', name])
    await rm(join('/etc/netns', name), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }

  await run('ip', ['netns', 'add', name])
  try {
    await mkdir(join('/etc/netns', name), { recursive: true })
    const resolv = await readFile('/etc/resolv.conf', 'utf8')
    await writeFile(join('/etc/netns', name, 'resolv.conf'), resolv)
    await writeFile(
      join('/etc/netns', name, 'hosts'),
      `127.0.0.1 localhost\n${addresses[0]} ${names.join(' ')}\n`,
    )
    await run('ip', ['-n', name, 'link', 'set', 'lo', 'up'])
    for (const address of addresses)
      await run('ip', ['-n', name, 'address', 'add', `${address}/32`, 'dev', 'lo'])
    background('slirp4netns', [
      '--configure',
      '--mtu=1400',
      '--disable-host-loopback',
      '--netns-type=path',
      `/run/netns/${name}`,
      'tap0',
    ])
    const settings = {
      'data-root': join(folder, 'data'),
      'exec-root': join(folder, 'exec'),
      pidfile: join(folder, 'docker.pid'),
      hosts: [socket],
      bip: '172.30.0.1/24',
      'default-address-pools': [{ base: '172.31.0.0/18', size: 24 }],
      dns: [...resolv.matchAll(/^nameserver (\S+)/gm)].map(([, server]) => server),
    }
    await writeFile(join(folder, 'daemon.json'), JSON.stringify(settings))
    // `ip netns exec` would hide the control groups, which the daemon needs.
    background('nsenter', [
      `--net=/run/netns/${name}`,
      'dockerd',
      '--config-file',
      join(folder, 'daemon.json'),
    ])
    await eventually(
      () => inside('/usr/bin/docker', ['version']).catch((error: Error) => error),
      (answer) => typeof answer === 'string',
      60_000,
    )
  } catch (error) {
    console.error(await readFile(join(folder, 'log'), 'utf8').catch(() => ''))
    await close()
    throw error
  }
  return {
    folder,
    inside,
    start: (file, args) => void background('ip', [...enter, file, ...args]),
    [Symbol.asyncDispose]: close,
  }
}
