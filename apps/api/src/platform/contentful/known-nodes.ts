import type { RichDocument } from '@parley/contract/content/content.ts'
import { isFollowed } from './followed.ts'

/** The nodes that the web can draw (apps/web/src/ui/display/rich-text.tsx). */
const blocks = new Set([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'heading-4',
  'heading-5',
  'heading-6',
  'unordered-list',
  'ordered-list',
  'list-item',
  'blockquote',
  'hr',
  'table',
  'table-row',
  'table-cell',
  'table-header-cell',
])
/** Links to Contentful objects, which have no page here: keep only their text. */
const linksElsewhere = new Set(['entry-hyperlink', 'asset-hyperlink', 'resource-hyperlink'])
const marks = ['bold', 'italic', 'underline', 'code', 'superscript', 'subscript', 'strikethrough']

/** No real text nests this deep; everything below it is dropped. */
const depthMax = 40

interface WrittenNode {
  nodeType?: unknown
  value?: unknown
  marks?: unknown
  data?: { uri?: unknown } | null
  content?: unknown
}

/** Keeps only the known nodes of a document, and only the known parts of each; undefined if it is not a document. */
export function knownNodes(value: unknown): RichDocument | undefined {
  const { nodeType, content } = nodeOf(value)
  if (nodeType !== 'document' || !Array.isArray(content)) return undefined
  return { nodeType, data: {}, content: known(content, 0) }
}

/** Any value as an object whose fields can be read. */
const nodeOf = (value: unknown): WrittenNode => (typeof value === 'object' && value !== null ? value : {})

function known(nodes: unknown, depth: number): Record<string, unknown>[] {
  if (!Array.isArray(nodes) || depth > depthMax) return []
  return nodes.flatMap((value: unknown) => {
    const node = nodeOf(value)
    const { nodeType } = node
    if (nodeType === 'text') return textOf(node)
    if (typeof nodeType !== 'string') return []
    const content = () => known(node.content, depth + 1)
    if (nodeType === 'hyperlink') return linkOf(node, content())
    if (linksElsewhere.has(nodeType)) return content()
    return blocks.has(nodeType) ? { nodeType, data: {}, content: content() } : []
  })
}

function textOf({ value, marks: written }: WrittenNode) {
  if (typeof value !== 'string') return []
  const given = Array.isArray(written)
    ? written.map((mark: unknown) => nodeOf(mark) as { type?: unknown })
    : []
  const kept = marks.filter((mark) => given.some(({ type }) => type === mark)).map((type) => ({ type }))
  return { nodeType: 'text', value, marks: kept, data: {} }
}

/** A link to an address that is not allowed becomes plain text. */
function linkOf({ data }: WrittenNode, content: Record<string, unknown>[]) {
  const uri = data?.uri
  return isFollowed(uri) ? { nodeType: 'hyperlink', data: { uri }, content } : content
}
