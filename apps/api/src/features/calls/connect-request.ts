/** A request to the media server's signalling, as the front proxy describes it. */
export interface ConnectRequest {
  /** All lines of a header, one for each time that it was sent. */
  headerLines: (name: string) => readonly string[]
}

const paths: readonly string[] = ['/rtc', '/rtc/validate', '/rtc/v1', '/rtc/v1/validate']
const tokenShape = /^[\w-]+\.[\w-]+\.[\w-]+$/
const pairShape = /^([a-z_]+)=((?:[\w.~*+!'(),:@/=-]|%[\dA-Fa-f]{2})*)$/
/** A signalling request has no body, so it must not have a header that announces one. */
const bodyHeaders = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'expect']

/**
 * The single token of a connect, or undefined if two programs could read the request differently: LiveKit reads the
 * Authorization header, the query and a form, and drops what its own parser dislikes. The front proxy enforces the same
 * grammar (scripts/engines/front.ts) and hands LiveKit the token that was judged here.
 */
export function mediaTokenOf({ headerLines }: ConnectRequest): string | undefined {
  const [uri, ...otherUris] = headerLines('x-forwarded-uri')
  const [method, ...otherMethods] = headerLines('x-forwarded-method')
  const upgrades = headerLines('upgrade')
  const isPlain =
    method === 'GET' &&
    otherMethods.length + otherUris.length === 0 &&
    bodyHeaders.every((name) => headerLines(name).length === 0) &&
    (upgrades.length === 0 || (upgrades.length === 1 && upgrades[0] === 'websocket'))
  if (!isPlain) return undefined

  const inAddress = tokensOfAddress(uri ?? '')
  if (!inAddress) return undefined
  const inHeader = headerLines('authorization').map((line) =>
    line.startsWith('Bearer ') ? line.slice('Bearer '.length) : '',
  )
  const [token, ...more] = [...inAddress, ...inHeader]
  return token !== undefined && more.length === 0 && tokenShape.test(token) ? token : undefined
}

/** The tokens in the address, or undefined if the address is not written in the one form that is accepted. */
function tokensOfAddress(uri: string): string[] | undefined {
  const [path = '', query = '', ...more] = uri.split('?')
  if (!paths.includes(path) || more.length > 0) return undefined
  const pairs = query === '' ? [] : query.split('&').map((pair) => pairShape.exec(pair))
  const tokens: string[] = []
  for (const pair of pairs) {
    if (!pair) return undefined
    const [, name = '', value = ''] = pair
    if (name === 'access_token') tokens.push(value)
  }
  return tokens
}
