import type { ReactNode } from 'react'

/** An action on a row. With `href` it is a link, with `acts` a submenu. */
export interface RowAct {
  id: string
  label: string
  icon?: ReactNode
  href?: string
  onAction?: () => void
  isDisabled?: boolean
  /** In the row itself it looks secondary: it is not what the page is for, such as Undo. */
  isQuiet?: boolean
  acts?: readonly RowAct[]
}

export interface RowActs {
  /** The action that matters most now, such as Join Call; shown in the row itself. */
  main?: RowAct
  menu: readonly RowAct[]
  /** Last in the menu, behind a rule. */
  destructive?: RowAct
}

/** A row on a small screen. */
export interface CardParts {
  /** A line above, such as the date, with a badge at its right. */
  above?: ReactNode
  badge?: ReactNode
  /** An avatar. */
  lead?: ReactNode
  title: ReactNode
  lines?: readonly ReactNode[]
  /** Below the lines, such as a second badge. */
  below?: ReactNode
}

/** Everything that a table needs to know about its rows. */
export interface RowKind<Row> {
  key: (row: Row) => string
  /** Names the row in the labels of its buttons, for screen readers. */
  name: (row: Row) => string
  /** The link of the first column: to a page, … */
  href?: (row: Row) => string
  /** … or something that opens here, such as a drawer. */
  onOpen?: (row: Row) => void
  acts?: (row: Row) => RowActs
  /** The row has a pending change: it is marked, and offers no other action. */
  isSaving?: (row: Row) => boolean
  /** The row wants attention now, and is highlighted for as long. */
  isCalling?: (row: Row) => boolean
  /** The width for actions at the right, if there may be a button beside the menu. */
  actsWidth?: string
  card: (row: Row) => CardParts
}
