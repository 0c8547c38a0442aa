interface Node {
  nodeType?: unknown
  value?: unknown
  content?: unknown
}

/** The words of a written document, to be searched; blocks are parted by spaces. */
export function plainText(node: Node): string {
  if (typeof node.value === 'string') return node.value
  // Nodes of a tree from the wire, of which only the root is checked.
  const inner = Array.isArray(node.content) ? (node.content as Node[]) : []
  return inner.map(plainText).join(node.nodeType === 'paragraph' ? '' : ' ')
}
