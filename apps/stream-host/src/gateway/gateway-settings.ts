import * as z from 'zod/mini'

const whole = z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))
const settings = z.object({
  GATEWAY_SOCKET: z.string(),
  STREAM_SOCKET: z.string(),
  STREAM_ADDRESS: z.string(),
  STREAM_PORTS: z.string().check(z.regex(/^\d+-\d+$/)),
  STREAM_KBPS: whole,
  STREAM_KBPS_LEAST: whole,
  STREAM_KBPS_MOST: whole,
  STREAM_HOLDER: z.string(),
})

/** The settings that the daemon passes at the start. */
export function readSettings() {
  const read = settings.parse(process.env)
  const [first = 0, last = 0] = read.STREAM_PORTS.split('-').map(Number)
  return {
    socket: read.GATEWAY_SOCKET,
    mediaSocket: read.STREAM_SOCKET,
    place: { address: read.STREAM_ADDRESS, ports: [first, last] as const },
    startKbps: read.STREAM_KBPS,
    bounds: { leastKbps: read.STREAM_KBPS_LEAST, mostKbps: read.STREAM_KBPS_MOST },
    holder: read.STREAM_HOLDER || undefined,
  }
}
