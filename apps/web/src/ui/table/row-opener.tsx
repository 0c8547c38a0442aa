import type { ReactNode } from 'react'
import { PlainLink } from '../link.tsx'
import { PlainButton } from '../plain-button.tsx'
import type { RowKind } from './row.ts'

interface RowOpenerProps<Row> {
  row: Row
  kind: RowKind<Row>
  children: ReactNode
}

// It reaches over everything up to the next positioned ancestor: the first cell, or on small screens the card.
const look = [
  'block w-full min-w-0 cursor-pointer text-left outline-none after:absolute after:inset-0 after:rounded-control',
  'focus-visible:after:outline-2 focus-visible:after:outline-focus',
].join(' ')

/** Opens the row, as a link or a button. Rows that lead nowhere are plain text. */
export function RowOpener<Row>({ row, kind, children }: RowOpenerProps<Row>) {
  if (kind.href) {
    return (
      <PlainLink to={kind.href(row)} data-row-opener="" className={look}>
        {children}
      </PlainLink>
    )
  }
  if (kind.onOpen) {
    return (
      <PlainButton data-row-opener="" onPress={() => kind.onOpen?.(row)} className={look}>
        {children}
      </PlainButton>
    )
  }
  return children
}
