import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type {
  CreateStreamSessionConnectionInput,
  CreateStreamSessionConnectionOutput,
  GetStreamGroupOutput,
  GetStreamSessionOutput,
  LocationState,
  StartStreamSessionInput,
  StartStreamSessionOutput,
  StreamSessionStatus,
  StreamSessionStatusReason,
} from '@aws-sdk/client-gameliftstreams'

interface Session {
  arn: string
  /** The body of the request: the same token with another body is refused. */
  body: string
  connectionMs: number
  lengthMs: number
  startedAt: number
  status: StreamSessionStatus
  reason?: StreamSessionStatusReason
  /** When it entered its status. */
  since: number
  /** Keyed by client token. */
  answers: Map<string, { offer: string; answer: string }>
}

interface Asked {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

class Refusal extends Error {
  readonly status: number
  readonly type: string
  constructor(status: number, type: string) {
    super(type)
    this.status = status
    this.type = type
  }
}
const conflict = () => new Refusal(409, 'ConflictException')
const notFound = () => new Refusal(404, 'ResourceNotFoundException')
const invalid = () => new Refusal(400, 'ValidationException')

const group = 'sg-1AB2C3De4'
const application = 'a-9ZY8X7Wv6'
const region = 'us-east-2'
const keyName = 'AKIDOFTESTS'
const signature = new RegExp(
  `^AWS4-HMAC-SHA256 Credential=${keyName}/\\d{8}/${region}/gameliftstreams/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, Signature=[0-9a-f]{64}$`,
)

/** How long Amazon looks for capacity before it gives up. */
const placementMaxMs = 75_000
const idleMs = 3_600_000
const endingMs = 1000

/**
 * GameLift Streams on this machine, as far as its SDK describes it: requests and answers have the SDK's types, and the
 * states are those of its documentation. A session is placed after `placementMs` and has one client at most.
 */
export async function startGameLiftServer({
  now = Date.now,
  places = 3,
  placementMs = 0,
}: { now?: () => number; places?: number; placementMs?: number } = {}) {
  // Long because all answers come from one list of sessions.
  const sessions = new Map<string, Session>()
  const byToken = new Map<string, string>()
  const asked: Asked[] = []
  let location: LocationState = { LocationName: region, Status: 'ACTIVE', MaximumCapacity: places }
  let misbehave: ((response: ServerResponse) => void) | undefined
  let misbehavesOn: string | undefined

  const isRunning = ({ status }: Session) =>
    status !== 'ACTIVATING' && status !== 'TERMINATED' && status !== 'ERROR'
  const used = () => [...sessions.values()].filter(isRunning).length
  const move = (session: Session, status: StreamSessionStatus, reason?: StreamSessionStatusReason) =>
    Object.assign(session, { status, since: now(), ...(reason && { reason }) })

  /** Applies the state changes that are due by now. */
  function settle(session: Session): Session {
    const { status, since, startedAt, connectionMs, lengthMs } = session
    const [waited, age] = [now() - since, now() - startedAt]
    if (status === 'ACTIVATING' && waited >= placementMs && used() < places) move(session, 'ACTIVE')
    else if (status === 'ACTIVATING' && waited >= placementMaxMs) move(session, 'ERROR', 'placementTimeout')
    else if (status === 'TERMINATING' && waited >= endingMs) move(session, 'TERMINATED')
    else if (status === 'ACTIVE' && waited >= connectionMs) move(session, 'TERMINATED', 'connectionTimeout')
    else if (status === 'PENDING_CLIENT_RECONNECTION' && waited >= connectionMs)
      move(session, 'TERMINATED', 'reconnectionTimeout')
    // This server gets no input events, so every connected session is idle.
    else if (status === 'CONNECTED' && waited >= idleMs) move(session, 'TERMINATED', 'idleTimeout')
    else if (status !== 'TERMINATING' && isRunning(session) && age >= lengthMs)
      move(session, 'TERMINATED', 'maxSessionLengthTimeout')
    return session
  }

  function find(id: string): Session {
    const session = sessions.get(id)
    if (!session) throw notFound()
    return settle(session)
  }

  function start(body: string): StartStreamSessionOutput {
    const given = JSON.parse(body) as Omit<StartStreamSessionInput, 'Identifier'>
    const { ClientToken = '', ConnectionTimeoutSeconds = 120, SessionLengthSeconds = 43_200 } = given
    const isGood =
      given.Protocol === 'WebRTC' &&
      given.SignalRequest === 'NO_CLIENT_CONNECTION' &&
      /^[\x21-\x7E]{32,128}$/.test(ClientToken) &&
      isBetween(ConnectionTimeoutSeconds, 3600) &&
      isBetween(SessionLengthSeconds, 86_400)
    if (!isGood) throw invalid()
    if (given.ApplicationIdentifier !== application) throw notFound()
    const before = byToken.get(ClientToken)
    // The documentation leaves open what happens here; we take the stricter answer.
    if (before !== undefined && sessions.get(before)?.body !== body) throw conflict()
    const id = before ?? randomBytes(8).toString('hex')
    if (before === undefined) {
      byToken.set(ClientToken, id)
      sessions.set(id, {
        arn: `arn:aws:gameliftstreams:${region}:111122223333:streamsession/${group}/${id}`,
        body,
        connectionMs: ConnectionTimeoutSeconds * 1000,
        lengthMs: SessionLengthSeconds * 1000,
        startedAt: now(),
        status: 'ACTIVATING',
        since: now(),
        answers: new Map(),
      })
      return shown(id, sessions.get(id))
    }
    return shown(id, find(id))
  }

  const shown = (id: string, session = find(id)): GetStreamSessionOutput => ({
    Arn: session.arn,
    StreamGroupId: group,
    Status: session.status,
    StatusReason: session.reason,
    Protocol: 'WebRTC',
    Location: region,
    ConnectionTimeoutSeconds: session.connectionMs / 1000,
    SessionLengthSeconds: session.lengthMs / 1000,
  })

  function connection(session: Session, body: string): CreateStreamSessionConnectionOutput {
    const given = JSON.parse(body) as Pick<
      CreateStreamSessionConnectionInput,
      'ClientToken' | 'SignalRequest'
    >
    const { ClientToken: token = '', SignalRequest: offer = '' } = given
    const before = session.answers.get(token)
    if (before) return { SignalResponse: before.answer }
    if (session.status !== 'ACTIVE' && session.status !== 'PENDING_CLIENT_RECONNECTION') throw conflict()
    const isKnown = [...session.answers.values()].some((each) => each.offer === offer)
    // An offer is a JSON string, and each one may be used only once.
    if (!offer.startsWith('{') || isKnown) throw invalid()
    const answer = JSON.stringify({ answers: offer })
    session.answers.set(token, { offer, answer })
    move(session, 'ACTIVE')
    return { SignalResponse: answer }
  }

  function terminate(session: Session): void {
    if (session.status === 'ACTIVATING') throw conflict()
    if (isRunning(session)) move(session, 'TERMINATING', 'apiTerminated')
  }

  function streamGroup(): GetStreamGroupOutput {
    for (const session of sessions.values()) settle(session)
    const states = [{ AllocatedCapacity: places, IdleCapacity: places - used(), ...location }]
    return {
      Arn: `arn:aws:gameliftstreams:${region}:111122223333:streamgroup/${group}`,
      LocationStates: states,
    }
  }

  function answerTo({ method, path, headers, body }: Asked): { status: number; answer?: object } {
    if (!signature.test(headers.authorization ?? '') || !headers['x-amz-date'])
      throw new Refusal(403, 'AccessDeniedException')
    const [, of, id, more] =
      /^\/streamgroups\/([^/]+)(?:\/streamsessions(?:\/([^/]+)(\/connections)?)?)?$/.exec(path) ?? []
    if (of !== group) throw notFound()
    const isStart = id === undefined && path.endsWith('/streamsessions')
    switch (`${method} ${isStart ? 'sessions' : (more ?? (id ? 'session' : 'group'))}`) {
      case 'GET group':
        return { status: 200, answer: streamGroup() }
      case 'POST sessions':
        return { status: 201, answer: start(body) }
      case 'GET session':
        return { status: 200, answer: shown(id ?? '') }
      case 'POST /connections':
        return { status: 200, answer: connection(find(id ?? ''), body) }
      case 'DELETE session':
        terminate(find(id ?? ''))
        return { status: 204 }
      default:
        throw notFound()
    }
  }

  const server = createServer((request, response) => void take(request, response))
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const one = { method, path: url, headers, body: await text(request) }
    asked.push(one)
    if (misbehave && (misbehavesOn ?? method) === method) return misbehave(response)
    try {
      const { status, answer } = answerTo(one)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(answer && JSON.stringify(answer))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(response, error.status, error.type)
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo

  /** Finds a session by the `ref` that our API stores. */
  const named = (ref: string) => find(ref.split('/')[1] ?? '')

  return {
    settings: {
      STREAM_GAMELIFT_GROUP: group,
      STREAM_GAMELIFT_APPLICATION: application,
      STREAM_GAMELIFT_REGION: region,
      STREAM_GAMELIFT_URL: `http://127.0.0.1:${port}`,
      STREAM_GAMELIFT_KEY: keyName,
      STREAM_GAMELIFT_SECRET: 'the secret of tests',
    },
    /** All requests so far, in order. */
    asked,
    /** A session's status, and why it ended. */
    stateOf: (ref: string) => {
      const { status, reason } = named(ref)
      return { status, reason }
    },
    set: (ref: string, status: StreamSessionStatus) => void move(named(ref), status),
    /** Connects a browser whose offer was answered. */
    connect(ref: string): void {
      const session = named(ref)
      if (session.status !== 'ACTIVE' || session.answers.size === 0) throw new Error('nobody was answered')
      move(session, 'CONNECTED')
    },
    /** Disconnects the browser, as closing its page does. */
    disconnect(ref: string): void {
      const session = named(ref)
      if (session.status !== 'CONNECTED') throw new Error('nobody is connected')
      move(session, 'PENDING_CLIENT_RECONNECTION')
    },
    exit: (ref: string) => void move(named(ref), 'TERMINATED', 'applicationExit'),
    /** Drops a session: Amazon forgets sessions that ended long ago. */
    forget: (ref: string) => void sessions.delete(ref.split('/')[1] ?? ''),
    setLocation: (state: LocationState) => void (location = state),
    /** Answers every request like this, or every request of one method, until called with undefined. */
    misbehave(how: typeof misbehave, method?: string): void {
      misbehave = how
      misbehavesOn = method
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Refuses a request in the format of the SDK's protocol. */
export function refuse(response: ServerResponse, status: number, type: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type })
    .end(JSON.stringify({ Message: 'As the documentation says.' }))
}

const isBetween = (seconds: number, max: number) =>
  Number.isInteger(seconds) && seconds >= 1 && seconds <= max
