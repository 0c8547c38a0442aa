import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Another machine, as far as the network goes: whoever runs in it reaches this one over a line that can be cut. */
export interface Namespace extends AsyncDisposable {
  /** This machine, as the other one sees it. */
  address: string
  /** The other one, as this machine sees it. */
  there: string
  /** The device of that address. */
  device: string
  /** What stands before a command that runs over there. */
  enter: readonly string[]
  cut: () => Promise<void>
  join: () => Promise<void>
  /** The other machine gets a second interface, as a laptop does that is plugged in; and loses it. */
  plug: () => Promise<void>
  unplug: () => Promise<void>
  /** From now on packets between there and these ports here are dropped; connections stay open at both ends. */
  silence: (ports: readonly number[]) => Promise<void>
  speak: (ports: readonly number[]) => Promise<void>
}

/** Makes a network namespace and a line to it. Only root may, and Debian's iproute2 has to be there. */
export async function openNamespace(): Promise<Namespace> {
  // Out of addresses that nobody uses, four for each that is open at a time.
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
      // Its other end is here as well: not every kernel has a device without one.
      const end = `${second}x`
      await ip('-n', name, 'link', 'add', second, 'type', 'veth', 'peer', 'name', end)
      await ip('-n', name, 'address', 'add', '10.214.0.2/24', 'dev', second)
      for (const device of [end, second]) await ip('-n', name, 'link', 'set', device, 'up')
    },
    unplug: async () => void (await ip('-n', name, 'link', 'delete', second)),
    async [Symbol.asyncDispose]() {
      // The line goes with the namespace.
      await ip('netns', 'delete', name)
    },
  }
}
