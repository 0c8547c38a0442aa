import type { RichDocument } from '@parley/contract/content.ts'
import { isFollowed } from './followed.ts'

/** What the web draws (apps/web/src/ui/display/rich-text.tsx). */
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
/** Links to what has no page with us: their words stay in the sentence. */
const linksElsewhere = new Set(['entry-hyperlink', 'asset-hyperlink', 'resource-hyperlink'])
const marks = ['bold', 'italic', 'underline', 'code', 'superscript', 'subscript', 'strikethrough']

/** Nobody nests lists that deep; whoever does loses what is below. */
const depthMax = 40

interface WrittenNode {
  nodeType?: unknown
  value?: unknown
  marks?: unknown
  data?: { uri?: unknown } | null
  content?: unknown
}

/** A document with its known nodes alone, each with its known parts alone; undefined where it is none. */
export function knownNodes(value: unknown): RichDocument | undefined {
  const { nodeType, content } = nodeOf(value)
  if (nodeType !== 'document' || !Array.isArray(content)) return undefined
  return { nodeType, data: {}, content: known(content, 0) }
}

/** Whatever it is, it may be looked at. */
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

/** One that leads nowhere allowed is its words. */
function linkOf({ data }: WrittenNode, content: Record<string, unknown>[]) {
  const uri = data?.uri
  return isFollowed(uri) ? { nodeType: 'hyperlink', data: { uri }, content } : content
}
