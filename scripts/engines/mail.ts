import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type Engine, expectGreeting } from './runner/engine.ts'
import { exists } from './runner/install.ts'
import { addresses, type Places } from './places.ts'

/** MailDev: accepts every mail by SMTP, delivers none, and shows them over HTTP. */
export function mail(places: Places): Engine {
  const program = join(places.root, 'node_modules', 'maildev', 'bin', 'maildev')
  const { smtp, mailHttp } = places.ports
  return {
    name: 'mail',
    ports: [smtp, mailHttp],
    async install() {
      if (!(await exists(program))) throw new Error('maildev is not installed: run pnpm install.')
    },
    async command() {
      const cwd = join(places.stateDir, 'mail')
      await mkdir(cwd, { recursive: true })
      const args = ['--ip', '127.0.0.1', '-s', String(smtp), '--web-ip', '127.0.0.1', '-w', String(mailHttp)]
      return { file: process.execPath, args: [program, ...args, '--mail-directory', cwd], cwd }
    },
    executable: () => realpath(process.execPath),
    async answers() {
      const page = await fetch(`${addresses(places).mail.httpUrl}/healthz`, {
        signal: AbortSignal.timeout(2000),
      })
      if (!page.ok) throw new Error(`the mail catcher answers with ${page.status}`)
      await expectGreeting(smtp, '220')
    },
    stopSignal: 'SIGTERM',
  }
}
