import { createElement, use, type FunctionComponent } from 'react'
import { createPart } from './load-part.ts'

/** A page in its own file. The router starts to load it when somebody points at a link to it. */
export function lazyPage(
  load: () => Promise<FunctionComponent>,
): FunctionComponent & { preload: () => Promise<void> } {
  const begin = createPart(load)
  const Page = () => createElement(use(begin()))
  const preload = async () => {
    // A load that fails here fails again when the page is shown, and is reported then.
    await begin().catch(() => undefined)
  }
  return Object.assign(Page, { preload })
}
