import '@fontsource-variable/literata/index.css'
import { documentToReactComponents, type Options } from '@contentful/rich-text-react-renderer'
import { BLOCKS, INLINES, MARKS, type Document } from '@contentful/rich-text-types'
import type { RichDocument } from '@parley/contract/content/content.ts'
import type { ReactNode } from 'react'
import { safeHref } from './safe-href.ts'

interface RichTextProps {
  document: RichDocument
  /** Searched words, which are highlighted. */
  markWords?: readonly string[]
}

/** A written document, rendered node by node: no HTML is ever made from it. */
export function RichText({ document, markWords = [] }: RichTextProps) {
  const renderText = (text: string) => <Marked text={text} words={markWords} />
  return (
    <div className="font-voice text-voice text-ink wrap-anywhere *:first:mt-0">
      {/* The contract checks only the root; the renderer skips nodes of a kind that it does not know. */}
      {documentToReactComponents(
        document as unknown as Document,
        markWords.length === 0 ? options : { ...options, renderText },
      )}
    </div>
  )
}

const heading = 'mt-8 mb-2 font-sans font-semibold text-balance'

// The page has its own main heading, so a document's headings begin one level lower.
const options: Options = {
  renderMark: {
    [MARKS.BOLD]: (text) => <strong className="font-semibold">{text}</strong>,
    [MARKS.CODE]: (text) => (
      <code className="rounded-tag bg-sunken px-1 font-mono text-[0.875em]">{text}</code>
    ),
  },
  renderNode: {
    [BLOCKS.PARAGRAPH]: (_, children) => <p className="my-3">{children}</p>,
    [BLOCKS.HEADING_1]: (_, children) => <h2 className={`${heading} text-title`}>{children}</h2>,
    [BLOCKS.HEADING_2]: (_, children) => <h2 className={`${heading} text-title`}>{children}</h2>,
    [BLOCKS.HEADING_3]: (_, children) => <h3 className={`${heading} text-large`}>{children}</h3>,
    [BLOCKS.HEADING_4]: (_, children) => <h4 className={`${heading} text-body`}>{children}</h4>,
    [BLOCKS.HEADING_5]: (_, children) => <h5 className={`${heading} text-body`}>{children}</h5>,
    [BLOCKS.HEADING_6]: (_, children) => <h6 className={`${heading} text-body`}>{children}</h6>,
    [BLOCKS.UL_LIST]: (_, children) => <ul className="my-3 list-disc pl-5 marker:text-ink-3">{children}</ul>,
    [BLOCKS.OL_LIST]: (_, children) => (
      <ol className="my-3 list-decimal pl-5 marker:font-sans marker:text-label marker:font-semibold marker:text-ink-2">
        {children}
      </ol>
    ),
    [BLOCKS.LIST_ITEM]: (_, children) => <li className="my-1.5 pl-1 [&>p]:my-0">{children}</li>,
    [BLOCKS.QUOTE]: (_, children) => (
      <blockquote className="my-4 border-l-2 border-line-2 pl-4 text-ink-2">{children}</blockquote>
    ),
    [BLOCKS.HR]: () => <hr className="my-6 border-line" />,
    [INLINES.HYPERLINK]: (node, children) => <WrittenLink uri={node.data.uri}>{children}</WrittenLink>,
  },
}

function WrittenLink({ uri, children }: { uri: unknown; children: ReactNode }) {
  const href = safeHref(uri)
  if (href === undefined) return children
  const leavesUs = href.startsWith('https:')
  return (
    <a
      href={href}
      {...(leavesUs && { target: '_blank', rel: 'noopener noreferrer' })}
      className="rounded-tag text-accent-ink underline decoration-accent-line underline-offset-3 hover:decoration-current"
    >
      {children}
    </a>
  )
}

/** A text in which searched words are highlighted where they begin a word. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  const any = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  // Because the split captures the words, every second part is a searched word.
  // linear: words as they are, one after the other.
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${any})`, 'giu'))
  return parts.map((part, place) =>
    place % 2 === 1 ? (
      // The parts of a text never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={place} className="rounded-tag bg-yellow-soft px-0.5 text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
