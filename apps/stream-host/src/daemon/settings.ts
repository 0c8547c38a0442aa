import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import * as z from 'zod/mini'

const whole = z.pipe(z.string().check(z.regex(/^\d+$/, 'is a whole number')), z.transform(Number))

/** An application that this host can run. The command is a list of words as it stands here: nobody's session changes it. */
const application = z.strictObject({
  command: z.array(z.string()).check(z.minLength(1)),
  /** A folder that the application reads as /app. */
  content: z.string(),
  environment: z._default(z.record(z.string().check(z.regex(/^[A-Z_]+$/)), z.string()), {}),
  /** More folders and files that it reads, at the same place. */
  reads: z._default(z.array(z.string()), []),
  hasNetwork: z._default(z.boolean(), false),
  memoryMb: z._default(z.int(), 1024),
})
export type Application = z.output<typeof application>

const settings = z.object({
  STREAM_HOST_ID: z._default(z.string().check(z.regex(/^[\w.-]{1,64}$/)), hostname()),
  /** Where the API reaches this host. */
  STREAM_HOST_LISTEN: z._default(z.string(), '127.0.0.1'),
  STREAM_HOST_PORT: z._default(whole, 8600),
  STREAM_HOST_URL: z.optional(z.url()),
  /** Signs what the API asks for; the same on both sides. */
  STREAM_KEY: z.string().check(z.minLength(32)),
  REDIS_URL: z.string(),
  /** Where browsers reach the pictures, by UDP. */
  STREAM_ADDRESS: z._default(z.string(), '127.0.0.1'),
  STREAM_PORTS_FIRST: z._default(whole, 42_000),
  STREAM_SLOTS: z._default(whole, 3),
  /** The first of as many users of the system as there are slots; none of them has a name, a group or a home. */
  STREAM_UID_FIRST: z._default(whole, 61_000),
  STREAM_DISPLAY_FIRST: z._default(whole, 600),
  STREAM_FOLDER: z._default(z.string(), '/run/parley-stream'),
  STREAM_PYTHON: z._default(z.string(), '/usr/bin/python3'),
  /** Where it finds what encoder/requirements.txt names. */
  STREAM_PYTHON_PATH: z.string(),
  /** A file: the applications of this host by their names. */
  STREAM_APPLICATIONS: z.string(),
  STREAM_SIZE: z._default(z.string().check(z.regex(/^\d+x\d+$/)), '1280x720'),
  STREAM_FPS: z._default(whole, 30),
  STREAM_KBPS: z._default(whole, 4000),
  STREAM_KBPS_LEAST: z._default(whole, 600),
  STREAM_KBPS_MOST: z._default(whole, 8000),
  STREAM_LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

/** What this host was told, read once at its start. */
export function readSettings() {
  const read = settings.parse(process.env)
  const applications = z
    .record(z.string(), application)
    .parse(JSON.parse(readFileSync(read.STREAM_APPLICATIONS, 'utf8')))
  return {
    id: read.STREAM_HOST_ID,
    listen: { host: read.STREAM_HOST_LISTEN, port: read.STREAM_HOST_PORT },
    url: read.STREAM_HOST_URL ?? `http://${read.STREAM_HOST_LISTEN}:${read.STREAM_HOST_PORT}`,
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
    logLevel: read.STREAM_LOG_LEVEL,
    kbps: { start: read.STREAM_KBPS, least: read.STREAM_KBPS_LEAST, most: read.STREAM_KBPS_MOST },
  }
}

export type Settings = ReturnType<typeof readSettings>
