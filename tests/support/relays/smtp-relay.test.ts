import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { startSmtpRelay } from './smtp-relay.ts'

/** A mail server that accepts a mail only when the test calls `sayYes`. */
async function startSlowServer() {
  let waiting: Socket | undefined
  const server = createServer((socket) => {
    let isContent = false
    socket.write('220 slow\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      if (isContent && text.endsWith('\r\n.\r\n')) waiting = socket
      else if (!isContent) socket.write(text.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n')
      isContent ||= text.startsWith('DATA')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    port: address.port,
    hasMail: () => waiting !== undefined,
    sayYes: () => waiting?.write('250 taken\r\n'),
    [Symbol.dispose]: () => void server.close(),
  }
}

test('a mail that the server accepts after its sender has died is counted', async () => {
  using slow = await startSlowServer()
  await using relay = await startSmtpRelay(slow)
  const sender = connect(Number(new URL(relay.url).port), '127.0.0.1')
  await once(sender, 'data')
  for (const line of ['EHLO x', 'MAIL FROM:<a@x>', 'RCPT TO:<b@x>', 'DATA']) {
    sender.write(`${line}\r\n`)
    await once(sender, 'data')
  }
  sender.write('Message-ID: <one@x>\r\n\r\nhello\r\n.\r\n')
  await eventually(slow.hasMail, (isThere) => isThere)
  sender.destroy()
  await once(sender, 'close')
  expect(relay.accepted).toEqual([])
  slow.sayYes()
  await eventually(
    () => relay.accepted,
    (accepted) => accepted.includes('<one@x>'),
  )
})
