import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** The wire's columns that it shows: its head sorts by the first of them and tells of any. */
  sorts?: readonly [string, ...string[]]
  /** Numbers stand at the right. */
  align?: 'left' | 'right'
  /** As CSS writes it. Columns without one share what is left. */
  width?: string
  /** Left out where the list has less room. */
  from?: 'wide' | 'widest'
  /** What stands there while the list is loading. */
  skeleton?: 'text' | 'person' | 'badge'
  /** In the column menu: its name there, its group, and whether it is hidden until somebody asks for it. */
  menu?: { label?: string; group?: string; isHidden?: boolean }
}

const hiddenUnder = { wide: '@max-4xl:hidden', widest: '@max-5xl:hidden' } as const

/** How cells of a column stand. */
export const cellPlace = ({ from, align }: Pick<Column<never>, 'from' | 'align'>): string =>
  `${from ? hiddenUnder[from] : ''} ${align === 'right' ? 'text-right' : 'text-left'}`
