interface Node {
  nodeType?: unknown
  value?: unknown
  content?: unknown
}

/** The words of a rich document, for the search; spaces separate its blocks. */
export function plainText(node: Node): string {
  if (typeof node.value === 'string') return node.value
  // The tree comes over the wire, and only its root was validated.
  const inner = Array.isArray(node.content) ? (node.content as Node[]) : []
  return inner.map(plainText).join(node.nodeType === 'paragraph' ? '' : ' ')
}
