import type { ReactNode } from 'react'

/** Something that can be done with a row. With `href` it is a link, with `acts` a menu of its own. */
export interface RowAct {
  id: string
  label: string
  icon?: ReactNode
  href?: string
  onAction?: () => void
  isDisabled?: boolean
  /** In the row itself: not what the page is for, such as Undo. */
  isQuiet?: boolean
  acts?: readonly RowAct[]
}

export interface RowActs {
  /** The one that matters now, such as Join Call; it stands in the row itself. */
  main?: RowAct
  menu: readonly RowAct[]
  /** Stands last in the menu, behind a rule. */
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

/** What a table must know of its rows. */
export interface RowKind<Row> {
  key: (row: Row) => string
  /** Names the row's buttons for those who hear the page. */
  name: (row: Row) => string
  /** Where the first column leads: a page, … */
  href?: (row: Row) => string
  /** … or something that opens here, such as a drawer. */
  onOpen?: (row: Row) => void
  acts?: (row: Row) => RowActs
  /** A change of it has no answer yet: the row is marked, and nothing else can be done with it. */
  isSaving?: (row: Row) => boolean
  /** Wants to be seen now: the row is lit for as long. */
  isCalling?: (row: Row) => boolean
  /** The room for acts at the right, where a button may stand beside the menu. */
  actsWidth?: string
  card: (row: Row) => CardParts
}
