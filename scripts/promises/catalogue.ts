export interface ProductPromise {
  id: string
  part: string
  kind: string
  source: string
  statement: string
}

const columns = ['id', 'part', 'kind', 'source', 'statement']

/** Parses docs/promises.tsv. A malformed row or a duplicate id throws, because the total would be wrong. */
export function parseCatalogue(tsv: string): ProductPromise[] {
  const [header, ...lines] = tsv.trimEnd().split('\n')
  if (header !== columns.join('\t'))
    throw new Error(`docs/promises.tsv must begin with: ${columns.join(', ')}`)

  const seen = new Set<string>()
  return lines.map((line, index) => {
    const where = `docs/promises.tsv line ${index + 2}`
    const [id, part, kind, source, statement, ...rest] = line.split('\t')
    if (!id || !part || !kind || !source || !statement || rest.length > 0) {
      throw new Error(`${where}: expected ${columns.length} filled columns`)
    }
    if (seen.has(id)) throw new Error(`${where}: the id ${id} is already taken`)
    seen.add(id)
    return { id, part, kind, source, statement }
  })
}
