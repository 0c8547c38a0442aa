import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PlainLink } from '#ui/button/link.tsx'
import { PlainButton } from '#ui/button/button.tsx'
import type { RowKind } from './row.ts'

interface RowOpenerProps<Row> {
  row: Row
  kind: RowKind<Row>
  over: keyof typeof looks
  children: ReactNode
}

// Covers the nearest positioned ancestor: the first cell, or on small screens the card.
const looks = {
  cell: 'after:-left-2 after:right-2',
  card: 'after:inset-x-0 after:-outline-offset-2',
}
const look = [
  'block w-full min-w-0 cursor-pointer text-left outline-none after:absolute after:inset-y-0 after:rounded-control',
  'focus-visible:after:outline-2 focus-visible:after:outline-focus',
].join(' ')

/** Opens the row, as a link or a button. Rows that lead nowhere are plain text. */
export function RowOpener<Row>({ row, kind, over, children }: RowOpenerProps<Row>) {
  const className = `${look} ${looks[over]}`
  if (kind.href) {
    return (
      <RowLink to={kind.href(row)} className={className}>
        {children}
      </RowLink>
    )
  }
  if (kind.onOpen) {
    return (
      <PlainButton data-row-opener="" onPress={() => kind.onOpen?.(row)} className={className}>
        {children}
      </PlainButton>
    )
  }
  return children
}

/** Leads to the row's page, and passes on the address of the list as it is now, for the way back. */
function RowLink({ to, className, children }: { to: string; className: string; children: ReactNode }) {
  const from = useLocation({ select: ({ pathname, search }) => ({ path: pathname, search }) })
  return (
    <PlainLink to={to} state={{ from }} data-row-opener="" className={className}>
      {children}
    </PlainLink>
  )
}
