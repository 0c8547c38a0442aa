import type { HelpItems } from '@parley/contract/written.ts'
import type { Principal } from '#platform/process/context.ts'

/** Made once for each set of texts, because a cached answer is recognized by being the same object. */
const forVisitors = new WeakMap<HelpItems, HelpItems>()

/** Visitors who are not signed in read what is written for clients, and nothing else. */
export function helpFor({ kind }: Principal, all: HelpItems): HelpItems {
  if (kind === 'person') return all
  const known = forVisitors.get(all)
  if (known) return known
  const open = { items: all.items.filter(({ fields }) => fields.sourceName === 'Client') }
  forVisitors.set(all, open)
  return open
}
