import type { TrainingMaterial } from '@parley/contract/content/written.ts'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { safeHref } from '#ui/display/safe-href.ts'
import { plainText } from '../plain-text.ts'

export const titleOfMaterial = ({ title }: TrainingMaterial): string => title || 'Untitled material'

/** A line or two on a card, so it is plain text. */
export function descriptionOf({ description }: TrainingMaterial): string {
  const text = description ? plainText(description).trim() : ''
  return text || 'No description yet.'
}

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

interface MaterialPictureProps {
  image: TrainingMaterial['image']
  className: string
}

/** Hidden from screen readers, because the title beside it says the same. Without a picture it shows two quiet lanes. */
export function MaterialPicture({ image, className }: MaterialPictureProps) {
  if (image)
    return (
      <img src={image.file.url} alt="" loading="lazy" className={`bg-sunken object-cover ${className}`} />
    )
  return (
    <div data-placeholder className={`flex items-center justify-center gap-1.5 bg-sunken ${className}`}>
      <span className="h-7 w-2.5 -translate-y-1 rounded-round bg-line-2" />
      <span className="h-7 w-2.5 translate-y-1 rounded-round bg-line-2" />
    </div>
  )
}
