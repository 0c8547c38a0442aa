/**
 * The minimal process that relays notices from Redis to browsers: the baseline of `live-fanout`. It has no authentication,
 * no monitoring and no limits. A message is a line of people and a line that goes to each of them unchanged.
 */
import { createServer, type ServerResponse } from 'node:http'
import { createClient } from '@redis/client'

const [port, redisUrl, channel = ''] = process.argv.slice(2)
const streams = new Map<string, ServerResponse>()

createServer((request, reply) => {
  const person = new URL(request.url ?? '/', 'http://relay').searchParams.get('person')
  if (!person) {
    reply.end('up')
    return
  }
  reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  reply.write(': open\n\n')
  streams.set(person, reply)
  const beat = setInterval(() => reply.write(': still here\n\n'), 15_000)
  reply.on('close', () => {
    clearInterval(beat)
    streams.delete(person)
  })
}).listen(Number(port), '127.0.0.1')

const subscriber = createClient({ url: redisUrl ?? '' })
await subscriber.connect()
await subscriber.subscribe(channel, (text) => {
  const [people = '', notice = ''] = text.split('\n')
  for (const person of people.split(' ')) streams.get(person)?.write(`data: ${notice}\n\n`)
})
