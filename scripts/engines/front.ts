import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { exists } from './install.ts'
import { addresses, type Places } from './places.ts'

// Debian's package; the same file of settings runs on the newest version.
const program = '/usr/bin/caddy'

/** The front proxy: the portal on one address, and before the media server's signalling the API's word. */
export const front = (places: Places): Engine => ({
  name: 'front',
  ports: [places.portal, places.ports.journeys],
  async install() {
    if (!(await exists(program))) throw new Error('caddy is not installed: run scripts/setup as root.')
  },
  async command() {
    const cwd = join(places.stateDir, 'front')
    await mkdir(cwd, { recursive: true })
    const config = join(cwd, 'Caddyfile')
    await writeFile(config, settings(places))
    return { file: program, args: ['run', '--config', config, '--adapter', 'caddyfile'], cwd }
  },
  executable: () => realpath(program),
  async answers() {
    const page = await fetch(`${addresses(places).portal.url}/front-is-up`, {
      signal: AbortSignal.timeout(2000),
    })
    if (!page.ok) throw new Error(`the front proxy answers with ${page.status}`)
  },
  stopSignal: 'SIGTERM',
})

function settings({ portal, ports }: Places): string {
  const { api, secondApi, journeyApi, journeys } = ports
  return `{
	admin off
	auto_https off
}

${frontSite(portal, [api, secondApi], [ports.media.http, ports.media2.http])}
${frontSite(journeys, [journeyApi], [ports.media.http, ports.media2.http])}`
}

/**
 * One address with the API processes and media nodes behind it. Of a node nothing is proxied but its signalling, and that
 * only when the API says that the admission stands; each node has a prefix that leads to it first, and to the others when
 * it is gone.
 */
export function frontSite(
  port: number,
  apis: readonly number[],
  nodes: readonly number[],
  /** Where it listens besides. */
  beside: readonly string[] = [],
): string {
  const hosts = (list: readonly number[]) => list.map((each) => `127.0.0.1:${each}`).join(' ')
  const ways = nodes.map((node, i) => {
    const prefix = `/n${i + 1}`
    const inOrder = [node, ...nodes.filter((other) => other !== node)]
    return `	@n${i + 1} path ${prefix}/rtc ${prefix}/rtc/*
	handle @n${i + 1} {
		forward_auth ${hosts(apis)} {
			uri /api/calls/admission?
			lb_try_duration 3s
		}
		uri strip_prefix ${prefix}
		reverse_proxy ${hosts(inOrder)} {
			lb_policy first
			lb_try_duration 3s
			lb_try_interval 100ms
			fail_duration 5s
		}
	}`
  })
  return `http://127.0.0.1:${port} {
	bind ${['127.0.0.1', ...beside].join(' ')}
	handle /front-is-up {
		respond 200
	}
${ways.join('\n')}
	handle {
		reverse_proxy ${hosts(apis)} {
			lb_policy first
			lb_try_duration 2s
			lb_try_interval 50ms
			fail_duration 1s
		}
	}
}
`
}
