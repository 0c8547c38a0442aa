import { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Loaded before the API (`--import`): what is asked of it and what it answers is late by chance, as over a bad line or on a
 * busy machine. Whatever stands on the order of two answers shows.
 */
const lateMs = (): number => (Math.random() < 0.25 ? 1500 : 80) * Math.random()
const isAsked = (request: unknown): boolean =>
  request instanceof IncomingMessage && request.url?.startsWith('/api/') === true

type Method = (this: object, ...given: unknown[]) => unknown
const delay = (of: object, name: string, isLate: (self: object, given: unknown[]) => boolean): void => {
  const usual: Method = Reflect.get(of, name)
  const late: Method = function late(...given) {
    if (!isLate(this, given)) return Reflect.apply(usual, this, given)
    setTimeout(() => Reflect.apply(usual, this, given), lateMs())
    return this
  }
  Reflect.set(of, name, late)
}

delay(Server.prototype, 'emit', (_, [event, request]) => event === 'request' && isAsked(request))
delay(ServerResponse.prototype, 'end', (self) => self instanceof ServerResponse && isAsked(self.req))
