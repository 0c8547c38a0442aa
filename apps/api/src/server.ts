import { buildApp } from './app.ts'
import { signInGrants } from './features/identity/identity.ts'
import { readConfig } from './platform/process/config.ts'
import { serveMetrics } from './platform/process/metrics.ts'
import { openPlatform } from './platform/process/open.ts'

const config = readConfig()
const { platform, close } = await openPlatform({ config, clock: Date.now, grants: signInGrants })
const { log, metrics } = platform

const app = await buildApp(platform)
const metricsServer = config.metricsPort ? await serveMetrics(metrics, config.metricsPort) : undefined
await app.listen({ host: config.host, port: config.port })
log.info({ address: `http://${config.host}:${config.port}`, env: config.env }, 'api listens')

/**
 * Readiness fails first, so that load balancers look away. Then requests finish and live streams move to other processes
 * (app.ts), and the connections to the engines are closed.
 */
async function drain(signal: string): Promise<void> {
  log.info({ signal }, 'api drains')
  platform.drain.isBegun = true
  await new Promise((resolve) => setTimeout(resolve, config.drainMs))
  await app.close()
  metricsServer?.close()
  await close()
  log.info('api ended')
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    drain(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the drain failed')
        process.exit(1)
      },
    )
  })
