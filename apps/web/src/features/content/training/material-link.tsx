import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { safeHref } from '#ui/display/safe-href.ts'

interface MaterialLinkProps {
  href: string | undefined
  className: string
  children: ReactNode
}

/** What a material leads to, in a new window, so that the page or the call stays; one that leads nowhere is no link. */
export function MaterialLink({ href, className, children }: MaterialLinkProps) {
  const safe = safeHref(href)
  if (safe === undefined) return <div className={className}>{children}</div>
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  )
}

/** Beside the title of what opens in a new window. */
export const OpensElsewhere = ({ href }: { href: string | undefined }) =>
  safeHref(href) !== undefined && (
    <>
      <ArrowUpRight className="ml-1 inline size-4 align-[-0.125rem]" strokeWidth={1.75} />
      <span className="sr-only">, opens in a new window</span>
    </>
  )
