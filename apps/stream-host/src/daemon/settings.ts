import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import * as z from 'zod/mini'

const whole = z.pipe(z.string().check(z.regex(/^\d+$/, 'is a whole number')), z.transform(Number))

/** An application that this host can run. The command is a fixed list of words; nothing in a session changes it. */
const application = z.strictObject({
  command: z.array(z.string()).check(z.minLength(1)),
  /** A folder that the application sees as /app. */
  content: z.string(),
  environment: z._default(z.record(z.string().check(z.regex(/^[A-Z_]+$/)), z.string()), {}),
  /** More folders and files that it may read, at the same paths. */
  reads: z._default(z.array(z.string()), []),
  hasNetwork: z._default(z.boolean(), false),
  memoryMb: z._default(z.int(), 1024),
})
export type Application = z.output<typeof application>

/** Every setting: its variable, what it means, and how it is read. `pnpm generate` writes docs/configuration.md from this. */
export const settings = {
  STREAM_HOST_ID: {
    about: 'The name of this host among the others.',
    default: hostname(),
    defaultShown: "the machine's own name",
    schema: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
  },
  STREAM_HOST_LISTEN: {
    about: 'Address to listen on for the API.',
    default: '127.0.0.1',
    schema: z.string(),
  },
  STREAM_HOST_PORT: { about: 'Port to listen on for the API.', default: '8600', schema: whole },
  STREAM_HOST_URL: {
    about: 'Where the API reaches this host; empty for the address and port above.',
    default: '',
    schema: z.union([z.literal(''), z.url()]),
  },
  STREAM_KEY: {
    about: 'The key with which the API signs its requests, the same on both sides. 32 characters or more.',
    schema: z.string().check(z.minLength(32)),
    secret: true,
  },
  REDIS_URL: {
    about: "The API's Redis, in which the host announces its free slots.",
    schema: z.string(),
    secret: true,
  },
  STREAM_ADDRESS: {
    about: 'The address at which browsers receive the picture, over UDP.',
    default: '127.0.0.1',
    schema: z.string(),
  },
  STREAM_PORTS_FIRST: { about: 'The first of 20 UDP ports for each slot.', default: '42000', schema: whole },
  STREAM_SLOTS: { about: 'Instances that can run at the same time.', default: '3', schema: whole },
  STREAM_UID_FIRST: {
    about: 'The first system user id; each slot has its own. These users have no name, group or home.',
    default: '61000',
    schema: whole,
  },
  STREAM_DISPLAY_FIRST: { about: 'The number of the first display.', default: '600', schema: whole },
  STREAM_FOLDER: {
    about: 'Folder in which the daemon records its instances, for the next daemon.',
    default: '/run/parley-stream',
    schema: z.string(),
  },
  STREAM_PYTHON: { about: 'Python 3.11 for the encoder.', default: '/usr/bin/python3', schema: z.string() },
  STREAM_PYTHON_PATH: {
    about: 'Where Python finds the packages of `apps/stream-host/encoder/requirements.txt`.',
    schema: z.string(),
  },
  STREAM_APPLICATIONS: {
    about: 'A JSON file with the applications of this host by name (`application` in its settings.ts).',
    schema: z.string(),
  },
  STREAM_SIZE: {
    about: 'The size of the picture.',
    default: '1280x720',
    schema: z.string().check(z.regex(/^\d+x\d+$/)),
  },
  STREAM_FPS: { about: 'Frames per second.', default: '30', schema: whole },
  STREAM_KBPS: {
    about: 'The initial bitrate in kbit/s, unless the page asks for less.',
    default: '4000',
    schema: whole,
  },
  STREAM_KBPS_LEAST: { about: 'The lowest bitrate.', default: '600', schema: whole },
  STREAM_KBPS_MOST: { about: 'The highest bitrate.', default: '8000', schema: whole },
  STREAM_AT_END: {
    about:
      'What a stopping daemon does with its instances: `keep` leaves them for the next daemon, `end` ends them.',
    default: 'keep',
    schema: z.enum(['keep', 'end']),
  },
  STREAM_LOG_LEVEL: {
    about: 'trace, debug, info, warn, error or silent.',
    default: 'info',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
  },
} as const satisfies Record<
  string,
  { about: string; default?: string; defaultShown?: string; secret?: boolean; schema: z.ZodMiniType }
>

type Values = { [V in keyof typeof settings]: z.output<(typeof settings)[V]['schema']> }

function readValues(env: NodeJS.ProcessEnv): Values {
  const entries = Object.entries(settings).map(([name, setting]) => {
    const given = env[name] ?? ('default' in setting ? setting.default : undefined)
    const parsed = setting.schema.safeParse(given)
    if (!parsed.success)
      throw new Error(`${name}: ${parsed.error.issues[0]?.message ?? 'not readable'} (docs/configuration.md)`)
    return [name, parsed.data]
  })
  // Every entry was parsed by its own schema just above.
  return Object.fromEntries(entries) as Values
}

/** The host's settings, read once at the start. */
export function readSettings() {
  const read = readValues(process.env)
  const applications = z
    .record(z.string(), application)
    .parse(JSON.parse(readFileSync(read.STREAM_APPLICATIONS, 'utf8')))
  return {
    id: read.STREAM_HOST_ID,
    listen: { host: read.STREAM_HOST_LISTEN, port: read.STREAM_HOST_PORT },
    url: read.STREAM_HOST_URL || `http://${read.STREAM_HOST_LISTEN}:${read.STREAM_HOST_PORT}`,
    key: read.STREAM_KEY,
    redisUrl: read.REDIS_URL,
    address: read.STREAM_ADDRESS,
    firstPort: read.STREAM_PORTS_FIRST,
    slots: read.STREAM_SLOTS,
    firstUid: read.STREAM_UID_FIRST,
    firstDisplay: read.STREAM_DISPLAY_FIRST,
    folder: read.STREAM_FOLDER,
    python: { program: read.STREAM_PYTHON, path: read.STREAM_PYTHON_PATH },
    applications,
    size: read.STREAM_SIZE,
    fps: read.STREAM_FPS,
    endsInstances: read.STREAM_AT_END === 'end',
    logLevel: read.STREAM_LOG_LEVEL,
    kbps: { start: read.STREAM_KBPS, least: read.STREAM_KBPS_LEAST, most: read.STREAM_KBPS_MOST },
  }
}

export type Settings = ReturnType<typeof readSettings>
