import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { demoCheckout } from './checkout.ts'

interface StandInDeps {
  port: number
  service: string
  webhookSecret: string
  notify: (body: string, signature: string) => Promise<void>
}

/** The demo's stand-ins for what an operator sets up outside the portal: the payment service's pages and an installer. */
export async function serveStandIns({ port, ...deps }: StandInDeps) {
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { page, call } = demoCheckout({ ...deps, origin })
  const server = createServer((asked, answer) => {
    const path = asked.url ?? ''
    if (path.startsWith('/installer/')) {
      answer.writeHead(200, {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename="parley-installer-demo.txt"',
      })
      answer.end('In an installation this is the desktop application. The demo has none.\n')
      return
    }
    void (path.startsWith('/pay/') ? page(asked, answer) : call(asked, answer)).catch((error: unknown) => {
      console.error(error)
      answer.writeHead(502).end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    origin: origin(),
    /** The settings that point the portal to the stand-ins. */
    settings: {
      STRIPE_URL: origin(),
      PARLEY_INSTALLER_WINDOWS: `${origin()}/installer/windows`,
      PARLEY_INSTALLER_MACOS: `${origin()}/installer/macos`,
      PARLEY_INSTALLER_LINUX: `${origin()}/installer/linux`,
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
