import type { LegalText as LegalTextOnWire } from '@parley/contract/content.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { RichText } from '#ui/display/rich-text.tsx'

/** The terms or the privacy policy as a text to read: one column, in the reading typeface. */
export function LegalText({ text }: { text: LegalTextOnWire }) {
  return (
    <article className="w-full max-w-(--measure)">
      <PageHeading title={text.title} />
      <p className="mt-1 mb-6 text-label text-ink-3">Version {text.version}</p>
      <RichText document={text.document} />
    </article>
  )
}
