import { IncomingMessage, Server } from 'node:http'

/**
 * Loaded before the API (`--import`): what is asked of it comes late by chance, and so does what it answers, as over a bad
 * line or on a busy machine. Whatever stands on the order of two answers shows.
 */
const lateMs = (): number => (Math.random() < 0.25 ? 1500 : 80) * Math.random()

type Emit = (this: Server, event: string, ...given: unknown[]) => boolean
const emit: Emit = Reflect.get(Server.prototype, 'emit')
const emitLate: Emit = function emitLate(event, ...given) {
  const [request] = given
  if (event !== 'request' || !(request instanceof IncomingMessage) || !request.url?.startsWith('/api/'))
    return Reflect.apply(emit, this, [event, ...given])
  setTimeout(() => {
    request.socket.cork()
    setTimeout(() => request.socket.uncork(), lateMs())
    Reflect.apply(emit, this, [event, ...given])
  }, lateMs())
  return true
}
Reflect.set(Server.prototype, 'emit', emitLate)
