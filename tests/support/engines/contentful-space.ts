import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A link as the Content Delivery API writes it. */
export interface Link {
  sys: { type: 'Link'; linkType: 'Entry' | 'Asset'; id: string }
}

interface Resource {
  sys: {
    id: string
    type: 'Entry' | 'Asset'
    createdAt: string
    contentType?: { sys: { type: 'Link'; linkType: 'ContentType'; id: string } }
  }
  fields: Record<string, unknown>
}

interface AssetFile {
  bytes: Buffer | string
  /** The media type that the space claims. */
  contentType?: string
  /** Its address, if it is hosted elsewhere. */
  url?: string
}

type Misbehaviour = (request: IncomingMessage, response: ServerResponse) => void

const space = 'space-of-tests'
const typeOf = ({ sys }: Resource) => sys.contentType?.sys.id

/** A Contentful space on this machine. It answers as Contentful documents, unless a test makes it misbehave. */
export async function startContentfulSpace() {
  // Long because all answers come from one space.
  const token = 'tHe-t0ken_of-A-space-that-nobody-may-see-x8'
  const entries = new Map<string, Resource>()
  const assets = new Map<string, Resource>()
  const files = new Map<string, AssetFile>()
  const asked: { url: string; authorization: string | undefined }[] = []
  let misbehave: Misbehaviour | undefined
  let misbehaveFile: Misbehaviour | undefined
  let held = Promise.resolve()
  let count = 0

  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization })
    void held.then(() => answer(request, response))
  })

  function answer(request: IncomingMessage, response: ServerResponse): unknown {
    const url = new URL(request.url ?? '/', 'http://space.test')
    const file = files.get(url.pathname)
    if (file) {
      if (misbehaveFile) return misbehaveFile(request, response)
      return response.writeHead(200, { 'content-type': file.contentType ?? 'image/png' }).end(file.bytes)
    }
    if (misbehave) return misbehave(request, response)
    if (request.headers.authorization !== `Bearer ${token}`)
      return refuse(response, 401, 'AccessTokenInvalid')
    if (url.pathname !== `/spaces/${space}/environments/master/entries`)
      return refuse(response, 404, 'NotFound')
    return answerEntries(url.searchParams, response)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo

  const newId = () => {
    count += 1
    return `made${count}`
  }
  const newSys = (id: string) => ({
    id,
    createdAt: new Date(Date.UTC(2026, 0, 1) + count * 1000).toISOString(),
  })
  const linkTo = (linkType: 'Entry' | 'Asset', id: string): Link => ({ sys: { type: 'Link', linkType, id } })

  function answerEntries(query: URLSearchParams, response: ServerResponse): void {
    const type = query.get('content_type')
    const known = [...entries.values()].filter((entry) => typeOf(entry) === type)
    if (known.length === 0) return refuse(response, 400, 'InvalidQuery')
    const limit = Number(query.get('limit') ?? 100)
    const items = inOrder(known, query.get('order') ?? '-sys.updatedAt').slice(0, limit)
    const { includes, errors } = linkedFrom(items, Number(query.get('include') ?? 1))
    response.writeHead(200, { 'content-type': 'application/vnd.contentful.delivery.v1+json' }).end(
      JSON.stringify({
        sys: { type: 'Array' },
        total: known.length,
        skip: 0,
        limit,
        items,
        ...(errors.length > 0 && { errors }),
        includes,
      }),
    )
  }

  /** Everything that entries link to within `levels` steps. Unpublished links become errors, as Contentful reports them. */
  function linkedFrom(items: readonly Resource[], levels: number) {
    const found = { Entry: new Map<string, Resource>(), Asset: new Map<string, Resource>() }
    const errors: object[] = []
    let edge: Resource[] = [...items]
    for (let level = 0; level < levels && edge.length > 0; level += 1) {
      const next: Resource[] = []
      for (const { sys } of edge.flatMap(({ fields }) => linksIn(fields))) {
        const resource = (sys.linkType === 'Entry' ? entries : assets).get(sys.id)
        if (!resource) errors.push({ sys: { id: 'notResolvable', type: 'error' }, details: sys })
        else if (!items.includes(resource) && !found[sys.linkType].has(sys.id)) {
          found[sys.linkType].set(sys.id, resource)
          next.push(resource)
        }
      }
      edge = next
    }
    return { includes: { Entry: [...found.Entry.values()], Asset: [...found.Asset.values()] }, errors }
  }

  return {
    token,
    origin: `http://127.0.0.1:${port}`,
    settings: {
      CONTENTFUL_URL: `http://127.0.0.1:${port}`,
      CONTENTFUL_SPACE: space,
      CONTENTFUL_TOKEN: token,
    },
    /** All requests so far, in order. */
    asked,
    /** The number of requests for entries of a type. */
    askedFor: (type: string) => asked.filter(({ url }) => url.includes(`content_type=${type}&`)).length,
    publish: (type: string, fields: Record<string, unknown>, id = newId()): Link => {
      const contentType = { sys: { type: 'Link', linkType: 'ContentType', id: type } } as const
      entries.set(id, { sys: { ...newSys(id), type: 'Entry', contentType }, fields })
      return linkTo('Entry', id)
    },
    publishAsset(file: AssetFile, id = newId()): Link {
      const path = `/${space}/${id}/${newId()}/picture.png`
      files.set(path, file)
      const { contentType = 'image/png', bytes } = file
      const url = file.url ?? `//127.0.0.1:${port}${path}`
      const facts = { url, details: { size: bytes.length }, fileName: 'picture.png', contentType }
      assets.set(id, { sys: { ...newSys(id), type: 'Asset' }, fields: { title: 'A picture', file: facts } })
      return linkTo('Asset', id)
    },
    unpublish: ({ sys }: Link) => void (sys.linkType === 'Entry' ? entries : assets).delete(sys.id),
    clear: () => entries.clear(),
    /** Holds back all answers until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    /** Answers every request for entries like this, until called with undefined. */
    misbehave: (how: Misbehaviour | undefined) => void (misbehave = how),
    /** The same for the files of assets. */
    misbehaveFile: (how: Misbehaviour | undefined) => void (misbehaveFile = how),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type ContentfulSpace = Awaited<ReturnType<typeof startContentfulSpace>>

function refuse(response: ServerResponse, status: number, id: string): void {
  const body = { sys: { type: 'Error', id }, message: 'As the documentation says.', requestId: 'r-1' }
  response
    .writeHead(status, { 'content-type': 'application/vnd.contentful.delivery.v1+json' })
    .end(JSON.stringify(body))
}

/** Sorts as Contentful does: by a field of `sys` or of the entry, descending with a minus. */
function inOrder(list: readonly Resource[], order: string): Resource[] {
  const [, isDown, of = 'sys', field = ''] = /^(-?)(sys|fields)\.(\w+)$/.exec(order) ?? []
  // A field has either numbers or texts in all entries.
  const valueOf = (one: Resource) =>
    (one as unknown as Record<string, Record<string, number | string>>)[of]?.[field] ?? ''
  const sorted = list.toSorted((a, b) => (valueOf(a) < valueOf(b) ? -1 : 1))
  return isDown ? sorted.toReversed() : sorted
}

/** Every link in the fields, including those in lists and rich text. */
function linksIn(value: unknown): Link[] {
  if (typeof value !== 'object' || value === null) return []
  if ('sys' in value) return (value as Link).sys.type === 'Link' ? [value as Link] : []
  return Object.values(value).flatMap(linksIn)
}
