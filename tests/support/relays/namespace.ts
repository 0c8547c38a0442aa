import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Another machine, as far as the network goes: processes in it reach this one over a line that can be cut. */
export interface Namespace extends AsyncDisposable {
  /** The address of this machine for the other one. */
  address: string
  /** The address of the other machine for this one. */
  there: string
  /** This machine's network device on the line. */
  device: string
  /** The prefix of a command that runs in the namespace. */
  enter: readonly string[]
  cut: () => Promise<void>
  join: () => Promise<void>
  /** Adds a second network interface to the other machine, as plugging in a laptop does; `unplug` removes it. */
  plug: () => Promise<void>
  unplug: () => Promise<void>
  /** Drops all packets between the other machine and these ports here. Connections stay open at both ends. */
  silence: (ports: readonly number[]) => Promise<void>
  speak: (ports: readonly number[]) => Promise<void>
}

/** Makes a network namespace and a line to it. Needs root and Debian's iproute2. */
export async function openNamespace(): Promise<Namespace> {
  // A range that nobody uses, with four addresses for each process that has a namespace open.
  const n = process.pid % 16_384
  const [net, host] = [`10.213.${n >> 6}`, (n & 63) * 4 + 1]
  const name = `parley-${process.pid}`
  const [ours, theirs, second] = [`pa${process.pid}`, `pb${process.pid}`, `pc${process.pid}`]
  const ip = (...args: string[]) => run('ip', args)
  await ip('netns', 'add', name)
  try {
    await ip('link', 'add', ours, 'type', 'veth', 'peer', 'name', theirs, 'netns', name)
    await ip('address', 'add', `${net}.${host}/30`, 'dev', ours)
    await ip('link', 'set', ours, 'up')
    await ip('-n', name, 'address', 'add', `${net}.${host + 1}/30`, 'dev', theirs)
    for (const device of ['lo', theirs]) await ip('-n', name, 'link', 'set', device, 'up')
  } catch (error) {
    await ip('netns', 'delete', name)
    throw error
  }
  const set = async (state: 'down' | 'up') => void (await ip('-n', name, 'link', 'set', theirs, state))
  const drop = async (how: '-A' | '-D', ports: readonly number[]) => {
    for (const port of ports)
      for (const [chain, side] of [
        ['OUTPUT', '--dport'],
        ['INPUT', '--sport'],
      ] as const) {
        const drops = ['iptables', '-w', how, chain, '-p', 'tcp', side, String(port), '-j', 'DROP']
        await run('nsenter', [`--net=/run/netns/${name}`, '--', ...drops])
      }
  }
  return {
    address: `${net}.${host}`,
    there: `${net}.${host + 1}`,
    silence: (ports) => drop('-A', ports),
    speak: (ports) => drop('-D', ports),
    device: ours,
    enter: ['nsenter', `--net=/run/netns/${name}`, '--'],
    cut: () => set('down'),
    join: () => set('up'),
    plug: async () => {
      // Both ends of the pair are in the namespace, because not every kernel has dummy devices.
      const end = `${second}x`
      await ip('-n', name, 'link', 'add', second, 'type', 'veth', 'peer', 'name', end)
      await ip('-n', name, 'address', 'add', '10.214.0.2/24', 'dev', second)
      for (const device of [end, second]) await ip('-n', name, 'link', 'set', device, 'up')
    },
    unplug: async () => void (await ip('-n', name, 'link', 'delete', second)),
    async [Symbol.asyncDispose]() {
      // Deleting the namespace removes the line as well.
      await ip('netns', 'delete', name)
    },
  }
}
