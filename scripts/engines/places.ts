import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Not a secret: development engines listen only on the loopback address. */
export const developmentPassword = 'parley-dev'
const developmentDatabase = 'parley'
export const ownerRole = 'postgres'
export const appRole = 'parley_app'

const defaultPort = 8080
const defaultPortBase = 15400

// The gaps leave room for future engines, so that an offset never changes its meaning.
const offsets = {
  clamd: 10,
  stripe: 11,
  stripeTls: 12,
  standIns: 13,
  smtp: 25,
  mailHttp: 26,
  postgres: 32,
  api: 43,
  secondApi: 44,
  journeyApi: 45,
  journeys: 46,
  s3: 60,
  redis: 79,
  media: 80,
  media2: 90,
  relays: 100,
  relays2: 150,
}

/** Stream hosts need some hundred ports, more than the range above the base has. */
const streamPort = (portBase: number) => (portBase > 10_000 ? portBase - 5000 : portBase + 5000)
export const streamHostsMax = 16

/** The ports of one media server node. */
export type MediaPorts = ReturnType<typeof mediaPorts>

const mediaPorts = (first: number, relays: number) => ({
  http: first,
  tcp: first + 1,
  udp: first + 2,
  turn: first + 3,
  metrics: first + 4,
  relays,
})

export type Environment = Record<string, string | undefined>

export type Places = ReturnType<typeof places>

/** The paths and ports of one work tree: binaries (shared by all trees), state, ports. Changes nothing. */
export function places(root: string, env: Environment, uid = process.getuid?.()) {
  const portBase = portFrom(env, 'PARLEY_PORT_BASE', defaultPortBase)
  const port = (offset: number) => portBase + offset
  return {
    root,
    isRoot: uid === 0,
    cacheDir: cacheDir(env, uid),
    stateDir: stateDir(root, portBase, env, uid),
    portal: portFrom(env, 'PARLEY_PORT', defaultPort),
    ports: {
      clamd: port(offsets.clamd),
      stripe: port(offsets.stripe),
      stripeTls: port(offsets.stripeTls),
      /** The demo's stand-ins: payment pages and an installer. */
      standIns: port(offsets.standIns),
      smtp: port(offsets.smtp),
      mailHttp: port(offsets.mailHttp),
      postgres: port(offsets.postgres),
      /** Behind the front proxy: two API processes of the portal, and one of the journeys. */
      api: port(offsets.api),
      secondApi: port(offsets.secondApi),
      journeyApi: port(offsets.journeyApi),
      /** The journeys have their own portal, so that `pnpm demo` can run at the same time. */
      journeys: port(offsets.journeys),
      s3: port(offsets.s3),
      redis: port(offsets.redis),
      /** Stream hosts: first one port each for the API, then the UDP ports for browsers. */
      streams: streamPort(portBase),
      /** The development host, after those of the tests, which can run at the same time. */
      streamHost: streamPort(portBase) + streamHostsMax,
      streamMedia: streamPort(portBase) + streamHostsMax + 1,
      media: mediaPorts(port(offsets.media), port(offsets.relays)),
      media2: mediaPorts(port(offsets.media2), port(offsets.relays2)),
    },
  }
}

/** The Redis user of stream hosts. */
export const streamHostUser = { name: 'stream-host', password: developmentPassword }

/** The addresses and credentials of the engines of these places. */
export function addresses({ ports, portal }: Places) {
  const host = '127.0.0.1'
  const hook = (port: number) => `http://${host}:${port}/api/hooks/livekit`
  const database = (role: string) =>
    `postgres://${role}:${developmentPassword}@${host}:${ports.postgres}/${developmentDatabase}?sslmode=disable`
  return {
    portal: { url: `http://${host}:${portal}`, port: portal },
    postgres: { ownerUrl: database(ownerRole), appUrl: database(appRole), host, port: ports.postgres },
    redis: {
      url: `redis://${host}:${ports.redis}`,
      /** The same Redis with the limited rights of a stream host. */
      streamHostUrl: `redis://${streamHostUser.name}:${streamHostUser.password}@${host}:${ports.redis}`,
      port: ports.redis,
    },
    media: {
      key: 'parley-dev',
      secret: 'parley development, no secret at all',
      nodes: [ports.media, ports.media2].map(({ http, metrics }, i) => ({
        name: `n${i + 1}`,
        url: `http://${host}:${http}`,
        metricsUrl: `http://${host}:${metrics}/metrics`,
      })),
      webhooks: [hook(portal), hook(ports.journeys)],
      /** A separate Redis database, because tests empty theirs. */
      redis: { address: `${host}:${ports.redis}`, db: 31 },
    },
    s3: {
      url: `http://${host}:${ports.s3}`,
      bucket: 'parley',
      key: 'parley-dev',
      secret: developmentPassword,
    },
    clamd: { url: `tcp://${host}:${ports.clamd}` },
    stripe: {
      url: `http://${host}:${ports.stripe}`,
      secretKey: 'sk_test_parley',
      webhookSecret: 'whsec_parley_development',
    },
    streams: { url: `http://${host}:${ports.streamHost}`, key: 'parley development, no secret at all' },
    mail: { smtpUrl: `smtp://${host}:${ports.smtp}`, httpUrl: `http://${host}:${ports.mailHttp}` },
  }
}

/** The settings of an API or worker process for the media server. */
export function mediaSettings({ media }: ReturnType<typeof addresses>): Record<string, string> {
  const nodes = media.nodes.map(({ name, url, metricsUrl }) => `${name}=${url};${metricsUrl}`)
  return {
    LIVEKIT_NODES: nodes.join(','),
    LIVEKIT_REDIS_URL: `redis://${media.redis.address}/${media.redis.db}`,
    LIVEKIT_KEY: media.key,
    LIVEKIT_SECRET: media.secret,
  }
}

/** The settings for the file store. */
export const fileSettings = ({ s3 }: ReturnType<typeof addresses>): Record<string, string> => ({
  S3_URL: s3.url,
  S3_BUCKET: s3.bucket,
  S3_KEY: s3.key,
  S3_SECRET: s3.secret,
})

/** The settings for the mock of the payment service. */
export const paymentSettings = ({ stripe }: ReturnType<typeof addresses>): Record<string, string> => ({
  STRIPE_URL: stripe.url,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
})

/** The settings for the stream hosts, whether one is up or not. */
export const streamSettings = ({ streams }: ReturnType<typeof addresses>): Record<string, string> => ({
  STREAM_KEY: streams.key,
})

/** The places of the work tree this file belongs to. */
export const herePlaces = () => places(join(import.meta.dirname, '..', '..'), process.env)

// When started by root, PostgreSQL runs as its own user, who cannot read root's home.
function cacheDir(env: Environment, uid: number | undefined) {
  if (env.PARLEY_ENGINES_HOME) return env.PARLEY_ENGINES_HOME
  if (uid === 0) return '/var/cache/parley/engines'
  return join(env.XDG_CACHE_HOME || join(homeOf(env), '.cache'), 'parley', 'engines')
}

function stateDir(root: string, portBase: number, env: Environment, uid: number | undefined) {
  if (env.PARLEY_ENGINES_STATE) return env.PARLEY_ENGINES_STATE
  const id = createHash('sha256').update(root).digest('hex').slice(0, 10)
  // A second set of engines of one work tree, on other ports, must not open the first set's files.
  const name = portBase === defaultPortBase ? id : `${id}-${portBase}`
  if (uid === 0) return join('/var/lib/parley', name)
  return join(env.XDG_STATE_HOME || join(homeOf(env), '.local', 'state'), 'parley', name)
}

function homeOf(env: Environment) {
  if (!env.HOME) throw new Error('HOME is not set: set it, or PARLEY_ENGINES_HOME and PARLEY_ENGINES_STATE.')
  return env.HOME
}

function portFrom(env: Environment, name: string, otherwise: number) {
  const value = env[name]
  if (!value) return otherwise
  // 200 ports above the base belong to the engines.
  if (!/^\d+$/.test(value) || Number(value) < 1024 || Number(value) > 65_335)
    throw new Error(`${name} is "${value}"; it must be a number from 1024 to 65335.`)
  return Number(value)
}
