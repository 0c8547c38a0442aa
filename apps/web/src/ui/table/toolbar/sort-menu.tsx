import { ArrowDownUp } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { buttonStyles } from '#ui/button/button-styles.ts'
import { Menu, MenuItem, MenuRule, MenuTrigger } from '#ui/overlay/menu.tsx'
import { ToolbarLabel } from './toolbar-label.tsx'
import type { Order } from '#ui/table/table-shape.ts'
import type { TableState } from '#ui/table/use-table-state.ts'

/** 'None', each column, each column '(desc)'. 'None' is the server's own order. */
export function SortMenu({ state: { shape, order, setOrder } }: { state: TableState }) {
  const choices = shape.sorts.flatMap(({ column, label }): { key: string; label: string; order: Order }[] => [
    { key: `${column} ASC`, label, order: [column, 'ASC'] },
    { key: `${column} DESC`, label: `${label} (desc)`, order: [column, 'DESC'] },
  ])
  const chosen = choices.find(({ key }) => key === order?.join(' '))
  // Without a choice the server's own order applies, which has a name too.
  const usual = choices.find(({ key }) => key === shape.defaultOrder?.join(' '))
  const inForce = (chosen ?? usual)?.label
  return (
    <MenuTrigger>
      <Button
        aria-label={`Sort: ${inForce ?? 'None'}`}
        className={`${buttonStyles({ look: 'quiet' })} max-sm:w-(--control) max-sm:border max-sm:border-line-2 max-sm:px-0 max-sm:text-ink max-sm:shadow-card aria-expanded:bg-hover`}
      >
        <ArrowDownUp strokeWidth={1.75} />
        <ToolbarLabel>{inForce ?? 'Sort'}</ToolbarLabel>
      </Button>
      <Menu
        aria-label="Sort"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[chosen?.key ?? 'none']}
        onSelectionChange={(keys) =>
          setOrder(choices.find(({ key }) => keys !== 'all' && keys.has(key))?.order)
        }
      >
        <MenuItem id="none">None</MenuItem>
        <MenuRule />
        {choices.map(({ key, label }) => (
          <MenuItem key={key} id={key}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}
