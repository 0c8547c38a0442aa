import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

interface Service {
  image: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  privileged?: boolean
  network_mode?: string
  networks?: string[] | Record<string, unknown>
  ports?: string[]
  volumes?: string[]
}
interface Compose {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
}

const deploy = join(import.meta.dirname, '../../deploy')
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const networksOf = ({ networks = [] }: Service) =>
  Array.isArray(networks) ? networks : Object.keys(networks)

describe('the compose file', () => {
  const { volumes: preparation, ...running } = compose.services
  /** Caddy's program carries this right and cannot start without it; no-new-privileges keeps it from being gained. */
  const added: Record<string, string[]> = { proxy: ['NET_BIND_SERVICE'] }
  const isOurs = ({ image }: Service) => image.startsWith('${PARLEY_IMAGES}')
  const rights = ({ read_only, cap_drop, cap_add, security_opt, privileged }: Service) => ({
    read_only,
    cap_drop,
    cap_add,
    security_opt,
    privileged,
  })
  const fewest = {
    read_only: true,
    cap_drop: ['ALL'],
    cap_add: undefined,
    security_opt: ['no-new-privileges:true'],
    privileged: undefined,
  }

  test.each(Object.entries(running))(
    '%s runs read-only and without capabilities [RUN-02]',
    (name, service) => {
      expect(rights(service)).toEqual({ ...fewest, cap_add: added[name] })
    },
  )

  test('the container that prepares the volumes may change owners, and is in no network [RUN-02]', () => {
    expect(preparation && rights(preparation)).toEqual({
      ...fewest,
      cap_add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'],
    })
    expect(preparation).toMatchObject({ network_mode: 'none' })
  })

  test('every other image runs as a user without rights; ours name theirs [RUN-02]', () => {
    const users = Object.entries(running).filter(([, service]) => !isOurs(service))
    for (const [name, { user }] of users)
      expect([name, user]).toEqual([name, expect.stringMatching(/^(999|1001):/)])
    const ours = Object.values(running).filter(isOurs)
    expect(ours.map(({ user }) => user)).toEqual([undefined, undefined, undefined])
  })

  test('our images run as their own user, and the Docker socket is in no container [RUN-02]', () => {
    const [, afterNode = ''] = read('Dockerfile').split('FROM node AS server')
    expect(afterNode).toMatch(/^USER node$/m)
    expect(afterNode).not.toMatch(/^USER root$/m)
    expect(
      services.flatMap(([, { volumes = [] }]) => volumes).filter((each) => /sock|^\/(?!$)/.test(each)),
    ).toEqual([])
  })

  test('only the edge, the proxy and the media ports are published, and no signalling, database or store [RUN-03 CALL-21]', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name, { ports }]) => [name, ports])).toEqual([
      ['edge', ['${PARLEY_LISTEN}:443:4443']],
      ['proxy', ['${PARLEY_LISTEN}:80:8080']],
      ['livekit', ['${PARLEY_LISTEN}:7881:7881', '${PARLEY_LISTEN}:7882:7882/udp']],
    ])
  })

  test('databases, files and signalling are in networks without a way outside, each with those who need it [RUN-03]', () => {
    const inside = (network: string) =>
      services.filter(([, service]) => networksOf(service).includes(network)).map(([name]) => name)
    const all = Object.fromEntries(Object.keys(compose.networks).map((name) => [name, inside(name)]))
    expect(all).toEqual({
      internet: ['edge', 'proxy', 'livekit'],
      web: ['edge', 'proxy', 'api'],
      signal: ['proxy', 'api', 'worker', 'livekit'],
      turn: ['edge', 'livekit'],
      data: ['api', 'worker', 'migrate', 'postgres', 'redis', 'store'],
      'media-data': ['api', 'worker', 'media-redis', 'livekit'],
      out: ['api', 'worker'],
    })
    const open = Object.entries(compose.networks).filter(([, network]) => !network?.internal)
    expect(open.map(([name]) => name)).toEqual(['internet', 'out'])
  })

  test('nothing that could record a call is deployed [CALL-29]', () => {
    const images = services.map(([, { image }]) => image.replace(/:[^:]*$/, ''))
    expect([...new Set(images)].toSorted()).toEqual([
      '${PARLEY_IMAGES}/api',
      '${PARLEY_IMAGES}/worker',
      'caddy',
      'haproxy',
      'livekit/livekit-server',
      'postgres',
      'redis',
      'versity/versitygw',
    ])
    expect(read('compose.yaml')).not.toMatch(/egress|ingress|record/i)
  })

  test('every image has an exact version [RUN-02]', () => {
    const others = services.map(([, { image }]) => image).filter((image) => !image.includes('PARLEY_'))
    for (const image of others) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?$/)
    for (const [, from = ''] of read('Dockerfile').matchAll(/^FROM (\S+:\S+)/gm))
      expect(from).toMatch(/:(\d+\.\d+\.\d+-)?bookworm-slim$/)
  })

  test('every setting that it uses is in .env.example, and the installer writes it', () => {
    const used = new Set(
      [...read('compose.yaml').matchAll(/(?<!\$)\$\{([A-Z0-9_]+)\}/g)].map(([, name]) => name ?? ''),
    )
    const written = (text: string) => [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '')
    const example = written(read('.env.example'))
    const installed = written(read('install'))
    for (const name of used) {
      expect(example).toContain(name)
      expect(installed).toContain(name)
    }
  })
})
