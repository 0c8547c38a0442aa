export type PageSlot = number | 'gap'

/**
 * The first page, the current one with its neighbours, the last, and gaps between. The number of slots stays the same,
 * so that the numbers do not move under the pointer.
 */
export function pageSlots(page: number, pageCount: number, slots: 5 | 7): PageSlot[] {
  if (pageCount <= slots) return range(1, pageCount)
  const edge = slots - 2 // A run at an edge leaves room for one gap and the other end.
  if (page < edge) return [...range(1, edge), 'gap', pageCount]
  if (page > pageCount - edge + 1) return [1, 'gap', ...range(pageCount - edge + 1, pageCount)]
  const reach = (slots - 5) / 2
  return [1, 'gap', ...range(page - reach, page + reach), 'gap', pageCount]
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
