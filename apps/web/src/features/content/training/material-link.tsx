import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { safeHref } from '#ui/display/safe-href.ts'

interface MaterialLinkProps {
  href: string | undefined
  className: string
  children: ReactNode
}

/** Opens a material in a new window, so that the page or the call stays. Without a safe address it is not a link. */
export function MaterialLink({ href, className, children }: MaterialLinkProps) {
  const safe = safeHref(href)
  if (safe === undefined) return <div className={className}>{children}</div>
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  )
}

/** Marks a title that opens in a new window. */
export const OpensElsewhere = ({ href }: { href: string | undefined }) =>
  safeHref(href) !== undefined && (
    <>
      <ArrowUpRight className="ml-1 inline size-4 align-[-0.125rem]" strokeWidth={1.75} />
      <span className="sr-only">, opens in a new window</span>
    </>
  )
