import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** The API's columns that it shows: its head sorts by the first, and shows the direction of any of them. */
  sorts?: readonly [string, ...string[]]
  /** Numbers are aligned right. */
  align?: 'left' | 'right'
  /** A width in CSS. Columns without one share the rest. */
  width?: string
  /** Hidden while the list is narrower than this. */
  from?: 'wide' | 'widest'
  /** The placeholder while the list is loading. */
  skeleton?: 'text' | 'person' | 'badge'
  /** In the column menu: its name there, its group, and whether it is hidden by default. */
  menu?: { label?: string; group?: string; isHidden?: boolean }
}

const hiddenUnder = { wide: '@max-4xl:hidden', widest: '@max-5xl:hidden' } as const

/** The classes for a column's visibility and alignment. */
export const cellPlace = ({ from, align }: Pick<Column<never>, 'from' | 'align'>): string =>
  `${from ? hiddenUnder[from] : ''} ${align === 'right' ? 'text-right' : 'text-left'}`
