import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof openMetrics>

export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'parley_http_request_seconds',
      help: 'Time of a request by route, method and status.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    passwordChecks: new Counter({
      name: 'parley_password_checks_total',
      help: 'Passwords that were really checked, for accounts that exist and those that do not.',
      registers,
    }),
    liveStreams: new Gauge({ name: 'parley_live_streams', help: 'Open event streams.', registers }),
    jobs: new Counter({
      name: 'parley_jobs_total',
      help: 'Jobs by task and outcome.',
      labelNames: ['task', 'outcome'] as const,
      registers,
    }),
  }
}

/** Serves the metrics on loopback, regardless of the address that the API listens on. */
export async function serveMetrics(metrics: Metrics, port: number): Promise<Server> {
  // Ten samples a second show whether the event loop is blocked; the usual hundred cost more than all else at rest.
  collectDefaultMetrics({ register: metrics.registry, prefix: 'parley_', eventLoopMonitoringPrecision: 100 })
  const server = createServer((_request, reply) => {
    metrics.registry.metrics().then(
      (text) => reply.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => reply.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
  return server
}
