import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDocker, type OwnDocker } from '../../support/containers/own-docker.ts'
import { openFigures, type Figure, type ProofOptions } from '../proof.ts'

export const about =
  'On an empty Docker daemon, deploy/install leads without a step by hand to a call between two browsers whose network lets only TLS through, with a file in the chat and mails; nothing else answers from outside, run again it changes nothing, and a restart loses nothing.'

/** It needs Docker, some minutes and the machine's network. */
export const isNightly = true

const root = join(import.meta.dirname, '../../..')
// Addresses for documentation, which nobody has. The second is the operator's mail server.
const [address, mailServer] = ['198.51.100.10', '198.51.100.11'] as const
const origin = 'https://portal.test'

const answers = {
  PARLEY_NAME: 'portal.test',
  PUBLIC_ADDRESS: address,
  PARLEY_LISTEN: address,
  OWNER_EMAIL: 'owner@portal.test',
  SMTP_URL: `smtp://${mailServer}:1025`,
  STRIPE_KEYS: '',
}

export async function prove({ say }: ProofOptions): Promise<Figure[]> {
  const figures = openFigures(say)
  await using docker = await openDocker([address, mailServer], ['portal.test', 'turn.portal.test'])
  say('  the images that Parley is built on')
  await docker.inside(join(root, 'scripts/containers/base-images'), [], { cwd: root })
  const mail = ['--ip', mailServer, '-s', '1025', '-w', '1080']
  docker.start(process.execPath, [join(root, 'node_modules/maildev/bin/maildev'), ...mail])

  const deploy = join(clone(docker.folder), 'deploy')
  const install = () => docker.inside(join(deploy, 'install'), [], { cwd: deploy, env: answers })
  const compose = (...args: string[]) => docker.inside('docker-compose', args, { cwd: deploy })
  const since = performance.now()
  const printed = await install()
  figures.atMost('minutes from deploy/install to the first account', (performance.now() - since) / 60_000, 15)
  const ownerLink = /https:\S+\/set-password\/\S+/.exec(printed)?.[0] ?? ''

  const settings = () =>
    createHash('sha256')
      .update(readFileSync(join(deploy, '.env')))
      .digest('hex')
  const containers = async () =>
    [await compose('ps', '-q', 'api', 'worker', 'postgres', 'livekit'), settings()].join('')
  const before = await containers()
  const again = await install()
  figures.exactly(
    'the same containers and secrets after a second run',
    (await containers()) === before ? 1 : 0,
    1,
  )
  figures.exactly('links of a first account in a second run', /set-password/.test(again) ? 1 : 0, 0)

  figures.exactly('TCP ports that answer', (await openPorts(docker)).join(' '), '80 443 7881')

  // The direct ways of media, as a browser behind a strict network has them. The relay's own way to LiveKit stays.
  for (const [protocol, port] of [
    ['udp', '7882'],
    ['tcp', '7881'],
  ] as const)
    await docker.inside('iptables', [
      '-I',
      'OUTPUT',
      '-p',
      protocol,
      '--dport',
      port,
      '-m',
      'conntrack',
      '--ctorigdst',
      address,
      '-j',
      'DROP',
    ])
  const walk = join(import.meta.dirname, 'walk.ts')
  const told = await docker.inside(process.execPath, [walk, origin, ownerLink, `http://${mailServer}:1080`], {
    cwd: root,
  })
  const seen = JSON.parse(told.trim().split('\n').at(-1) ?? '') as { ways: string[]; isFileWhole: boolean }
  figures.exactly("the ways of both browsers' media", [...new Set(seen.ways)].join(' '), 'tls')
  figures.exactly('files that arrived whole', seen.isFileWhole ? 1 : 0, 1)

  const kept = await keptBy(docker, deploy)
  await compose('stop')
  await install()
  figures.exactly('sessions, messages, people and files after a restart', await keptBy(docker, deploy), kept)
  figures.exactly('of these before', kept, '1 1 3 1')
  return figures.all
}

/** The committed files, as an operator would have cloned them. */
function clone(folder: string): string {
  const to = join(folder, 'clone')
  mkdirSync(to)
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', to], { input: archive })
  return to
}

/** Every TCP port of the public address that takes a connection. */
async function openPorts(docker: OwnDocker): Promise<string[]> {
  const look = `
    const { connect } = require('node:net')
    const answers = (port) => new Promise((resolve) => {
      const socket = connect({ host: '${address}', port, timeout: 2000 })
      const end = (isOpen) => () => { socket.destroy(); resolve(isOpen ? [port] : []) }
      // A port of one's own that happens to be the one asked for answers itself.
      socket.once('connect', () => end(socket.localPort !== port)()).once('error', end(false)).once('timeout', end(false))
    })
    const all = async () => {
      const open = []
      for (let first = 1; first < 65536; first += 512)
        open.push(...(await Promise.all(Array.from({ length: Math.min(512, 65536 - first) }, (_, i) => answers(first + i)))).flat())
      console.log(open.join(' '))
    }
    all()`
  return (await docker.inside(process.execPath, ['--eval', look])).trim().split(' ')
}

/** How many rows and files there are that nobody could make again. */
async function keptBy(docker: OwnDocker, deploy: string): Promise<string> {
  const password =
    /^PARLEY_DATABASE_OWNER_PASSWORD=(.*)$/m.exec(readFileSync(join(deploy, '.env'), 'utf8'))?.[1] ?? ''
  const question =
    'select (select count(*) from sessions), (select count(*) from chat_messages), (select count(*) from people)'
  const psql = `PGPASSWORD=${password} psql --host 127.0.0.1 --username postgres --dbname parley --tuples-only --no-align --field-separator ' ' --command "${question}"`
  const inService = (service: string, command: string) =>
    docker.inside('docker-compose', ['exec', '-T', service, 'bash', '-c', command], { cwd: deploy })
  const rows = (await inService('postgres', psql)).trim()
  const files = (await inService('store', 'find /objects/parley -type f -path "*chat*" | wc -l')).trim()
  return `${rows} ${files}`
}
