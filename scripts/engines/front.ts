import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './runner/engine.ts'
import { exists } from './runner/install.ts'
import { addresses, type Places } from './places.ts'

/**
 * Sends a refusal before the body has arrived. By default Caddy reads the whole body first, because of the next request on
 * the connection, so that a client that never sends it is never answered. A connection that will close has no next request.
 */
const earlyAnswers = `flush_interval -1
			@refused status 4xx 5xx
			handle_response @refused {
				@write not method GET HEAD
				header @write Connection close
				copy_response
			}`

/** A signalling request has no body. Caddy before 2.9 does not match Transfer-Encoding, so `max_size` is needed as well. */
const bodyHeaders = ['Content-Length', 'Content-Type', 'Content-Encoding', 'Transfer-Encoding', 'Expect']

// Debian's package. The same Caddyfile also runs on the newest version.
const program = '/usr/bin/caddy'

/** The front proxy: serves the portal at one address, and asks the API before it proxies the media server's signalling. */
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
  return `${frontServer}
${frontSite(portal, [api, secondApi], [ports.media.http, ports.media2.http])}
${frontSite(journeys, [journeyApi], [ports.media.http, ports.media2.http])}`
}

/** An installation's own Caddyfile. Its environment gives the names, and where certificates come from. */
export const installationFront = `# Made by \`pnpm generate\` from scripts/engines/front.ts.
{
	admin off
	persist_config off
	skip_install_trust
	http_port 8080
	https_port 8443
	{$CERTIFICATES}
	${errorLog()}
	servers :8443 {
		protocols h1 h2
		# The edge says which address the browser has.
		listener_wrappers {
			proxy_protocol {
				timeout 5s
				allow 172.31.240.0/24
			}
			tls
		}
		${timeouts()}
	}
	servers :8080 {
		${timeouts()}
	}
}

https://{$PARLEY_NAME} {
${rules(['api:8080'], ['livekit:7880'])}
}

# Here for its certificate: the edge ends this name's TLS and leads it to LiveKit.
https://{$TURN_NAME} {
	respond 404
}
`

/**
 * A body may take as long as the API allows for the largest file; headers may not. Responses have no limit, because event
 * streams and calls last for hours.
 */
function timeouts(): string {
  return `timeouts {
			read_header 10s
			read_body 45m
			idle 2m
		}`
}

/** Errors are logged without the address and headers of their request: some addresses carry a secret (docs/rules.md §1). */
function errorLog(): string {
  return `log {
		format filter {
			wrap json
			fields {
				request>uri delete
				request>headers delete
			}
		}
	}`
}

/** Settings for every address. */
export const frontServer = `{
	admin off
	auto_https off
	${errorLog()}
	servers {
		${timeouts()}
	}
}
`

/** One address of this machine with the API processes and media nodes, by their ports, behind it. */
export function frontSite(
  port: number,
  apis: readonly number[],
  nodes: readonly number[],
  /** Further addresses to listen on. */
  beside: readonly string[] = [],
): string {
  const here = (list: readonly number[]) => list.map((each) => `127.0.0.1:${each}`)
  return `http://127.0.0.1:${port} {
	bind ${['127.0.0.1', ...beside].join(' ')}
	handle /front-is-up {
		respond 200
	}
${rules(here(apis), here(nodes))}
}
`
}

/**
 * The rules that lead to the API and the media nodes. Only a node's signalling is proxied, and only while the API confirms the
 * admission. Each node has a prefix that leads to it first, and to the others when it is down.
 */
function rules(apis: readonly string[], nodes: readonly string[]): string {
  const ways = nodes.map((node, i) => {
    const prefix = `/n${i + 1}`
    const inOrder = [node, ...nodes.filter((other) => other !== node)]
    return `	@n${i + 1} path ${prefix}/rtc ${prefix}/rtc/*
	handle @n${i + 1} {
		route {
			request_body {
				max_size 1
			}
			@plain${i + 1} {
				method GET
				${bodyHeaders.map((name) => `not header ${name} *`).join('\n\t\t\t\t')}
				expression \`${plainConnect(prefix)}\`
			}
			handle @plain${i + 1} {
				uri strip_prefix ${prefix}
				forward_auth ${apis.join(' ')} {
					uri /api/calls/admission?
					lb_try_duration 3s
					copy_headers Authorization
				}
				reverse_proxy ${inOrder.join(' ')} {
					lb_policy first
					lb_try_duration 3s
					lb_try_interval 100ms
					fail_duration 5s
				}
			}
			respond 403
		}
	}`
  })
  return `${ways.join('\n')}
	handle {
		reverse_proxy ${apis.join(' ')} {
			lb_policy first
			lb_try_duration 2s
			lb_try_interval 50ms
			fail_duration 1s
			${earlyAnswers}
		}
	}`
}

/**
 * The only spelling of a connect request that is passed on to the API's check. LiveKit, the API and this proxy each parse
 * the address, so an address that two of them could read differently is refused. The API enforces the same grammar
 * (features/calls/connect-request.ts).
 */
function plainConnect(prefix: string): string {
  const uri = '{http.request.orig_uri}'
  const header = '{http.request.header.Authorization}'
  const token = '[\\\\w-]+[.][\\\\w-]+[.][\\\\w-]+'
  const value = "([\\\\w.~*+!'(),:@/=-]|%[0-9A-Fa-f]{2})*"
  const address = `^${prefix}/rtc(/v1)?(/validate)?([?][a-z_]+=${value}(&[a-z_]+=${value})*)?$`
  const inAddress = `${uri}.matches("[?&]access_token=${token}(&|$)") && !${uri}.matches("[?&]access_token=.*[?&]access_token=")`
  const inHeader = `${header}.matches("^Bearer ${token}$") && !${uri}.matches("[?&]access_token=")`
  return [
    `${uri}.matches("${address}")`,
    `(${header} == "" ? ${inAddress} : ${inHeader})`,
    `{http.request.header.Upgrade} in ["", "websocket"]`,
    `{http.request.proto} in ["HTTP/1.1", "HTTP/2.0", "HTTP/3.0"]`,
    `{http.request.body} == ""`,
  ].join(' && ')
}
