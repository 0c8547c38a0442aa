import { connect, createServer, type Socket } from 'node:net'

/** The steps of sending one mail to the mail server, in order. `meet` is asked before each of them goes on. */
export const smtpSteps = [
  'connect',
  'EHLO',
  'MAIL',
  'RCPT',
  'DATA',
  'content',
  'end of content',
  'accepted, sender not told',
  'accepted, sender told',
] as const
export type SmtpStep = (typeof smtpSteps)[number]

/** The step goes on, everything stops, or the sender gets this answer instead of the server's. */
type Verdict = 'pass' | 'hold' | { answer: string }

/** A relay in front of a real mail server that follows the dialogue and can stop or answer at any step. */
export async function startSmtpRelay(
  target: { port: number },
  meet: (step: SmtpStep) => Verdict = () => 'pass',
) {
  const accepted: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((sender) => {
    const receiver = connect(target.port, '127.0.0.1')
    const along = readAlong(sender, receiver, meet, (messageId) => accepted.push(messageId))
    for (const socket of [sender, receiver]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    receiver.on('close', () => sender.destroy())
    // If the sender dies after the end of its mail, the server still has it: wait for its verdict.
    sender.on('close', () => {
      if (!along.isAwaitingVerdict()) receiver.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    /** The Message-ID of each mail that the server accepted, once per delivery. */
    accepted: accepted as readonly string[],
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readAlong(
  sender: Socket,
  receiver: Socket,
  meet: (step: SmtpStep) => Verdict,
  onAccepted: (messageId: string) => void,
): { isAwaitingVerdict: () => boolean } {
  let isHeld = false
  let content: string | undefined
  let isAwaitingVerdict = false
  const step = (name: SmtpStep, goOn: () => void) => {
    if (isHeld) return
    const verdict = meet(name)
    if (verdict === 'hold') isHeld = true
    else if (verdict === 'pass') goOn()
    else sender.write(`${verdict.answer}\r\n`)
  }
  receiver.once('data', (greeting) => step('connect', () => sender.write(greeting)))
  receiver.on('data', onReply)

  let isGreeted = false
  function onReply(reply: Buffer): void {
    if (!isGreeted) {
      isGreeted = true
      return
    }
    const text = reply.toString('latin1')
    if (text.includes('354 ')) content = ''
    if (!isAwaitingVerdict) {
      if (!isHeld) sender.write(reply)
      return
    }
    isAwaitingVerdict = false
    if (text.startsWith('250')) onAccepted(/^Message-ID: (<[^>]+>)/im.exec(content ?? '')?.[1] ?? 'none')
    content = undefined
    if (sender.destroyed) return void receiver.destroy()
    step('accepted, sender not told', () => {
      sender.write(reply)
      step('accepted, sender told', () => {})
    })
  }

  sender.on('data', (bytes) => {
    if (content !== undefined && !isAwaitingVerdict) onContent(bytes)
    else for (const line of bytes.toString('latin1').split(/(?<=\r\n)/)) onCommand(line)
  })
  function onContent(bytes: Buffer): void {
    const isFirst = content === ''
    content = `${content ?? ''}${bytes.toString('latin1')}`
    if (isFirst) step('content', () => {})
    if (!content.endsWith('\r\n.\r\n')) {
      if (!isHeld) receiver.write(bytes)
      return
    }
    step('end of content', () => {
      isAwaitingVerdict = true
      receiver.write(bytes)
    })
  }
  function onCommand(line: string): void {
    const known = smtpSteps.find((name) => name === line.slice(0, 4).toUpperCase())
    const forward = () => void receiver.write(line, 'latin1')
    if (known) step(known, forward)
    else if (!isHeld) forward()
  }
  return { isAwaitingVerdict: () => isAwaitingVerdict }
}
