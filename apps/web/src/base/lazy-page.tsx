import { createElement, use, type FunctionComponent } from 'react'
import { createPart } from './load-part.ts'

/** A page in a file of its own. The router begins to load it where a link to it is pointed at. */
export function lazyPage(
  load: () => Promise<FunctionComponent>,
): FunctionComponent & { preload: () => Promise<void> } {
  const begin = createPart(load)
  const Page = () => createElement(use(begin()))
  const preload = async () => {
    // What fails here fails again when it is shown, and is told of there.
    await begin().catch(() => undefined)
  }
  return Object.assign(Page, { preload })
}
