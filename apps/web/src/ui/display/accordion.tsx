import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Disclosure, DisclosureGroup, DisclosurePanel } from 'react-aria-components/DisclosureGroup'
import { Heading } from 'react-aria-components/Heading'

export interface AccordionEntry {
  id: string
  title: ReactNode
  /** Shown before the title, such as a date. */
  lead?: ReactNode
  badge?: ReactNode
  content: ReactNode
}

interface AccordionProps {
  entries: readonly AccordionEntry[]
  /** The ids of the open entries. */
  open: ReadonlySet<string>
  onChange: (open: ReadonlySet<string>) => void
  /** The heading level of the entries. */
  level: 2 | 3
}

/** Texts that open and close under their titles. */
export function Accordion({ entries, open, onChange, level }: AccordionProps) {
  return (
    <DisclosureGroup
      allowsMultipleExpanded
      expandedKeys={open}
      onExpandedChange={(keys) => onChange(new Set([...keys].map(String)))}
    >
      {entries.map(({ id, title, lead, badge, content }) => (
        <Disclosure key={id} id={id} className="group border-b border-line">
          <Heading level={level} id={`about-${id}`} className="scroll-mt-20">
            <Button
              slot="trigger"
              className="flex min-h-13 w-full cursor-pointer items-center gap-3 rounded-control py-3 text-left text-large outline-offset-1 outline-focus group-expanded:font-semibold hover:text-accent-ink focus-visible:outline-2"
            >
              {lead !== undefined && (
                <span className="w-27 shrink-0 text-body font-normal text-ink-2">{lead}</span>
              )}
              <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
              {badge}
              <Minus className="hidden size-4 shrink-0 text-ink-3 group-expanded:block" strokeWidth={1.75} />
              <Plus className="size-4 shrink-0 text-ink-3 group-expanded:hidden" strokeWidth={1.75} />
            </Button>
          </Heading>
          <DisclosurePanel>
            <div className={`pb-5 ${lead === undefined ? '' : 'sm:pl-30'}`}>{content}</div>
          </DisclosurePanel>
        </Disclosure>
      ))}
    </DisclosureGroup>
  )
}
