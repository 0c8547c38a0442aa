import { IncomingMessage, Server } from 'node:http'

/**
 * Loaded before the API (`--import`). Delays requests and answers at random, as a bad line or a busy machine does, so that
 * code which relies on the order of two answers fails.
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
