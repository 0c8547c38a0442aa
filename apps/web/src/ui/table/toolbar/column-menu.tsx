import { Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Menu, MenuItem, MenuRule, MenuSection, MenuTrigger } from '#ui/overlay/menu.tsx'
import type { Column } from '#ui/table/columns.ts'

interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  onChange: (ids: readonly string[]) => void
}

/** Chooses the columns that the table shows; the last one cannot be hidden. Small screens have cards and no columns. */
export function ColumnMenu<Row>({ columns, shown, onChange }: ColumnMenuProps<Row>) {
  const groups = [...Map.groupBy(columns, ({ menu }) => menu?.group)]
  return (
    <div className="max-sm:hidden">
      <MenuTrigger>
        <Button look="quiet" icon={<Columns3 strokeWidth={1.75} />}>
          Columns
        </Button>
        <Menu
          aria-label="Columns"
          selectionMode="multiple"
          disallowEmptySelection
          selectedKeys={shown.map(({ id }) => id)}
          onSelectionChange={(keys) =>
            keys !== 'all' && onChange(columns.map(({ id }) => id).filter((id) => keys.has(id)))
          }
        >
          {groups.flatMap(([group, members], index): ReactNode[] => [
            ...(index > 0 ? [<MenuRule key={`${group}-rule`} />] : []),
            group === undefined ? (
              members.map(columnItem)
            ) : (
              <MenuSection key={group} title={group}>
                {members.map(columnItem)}
              </MenuSection>
            ),
          ])}
        </Menu>
      </MenuTrigger>
    </div>
  )
}

const columnItem = <Row,>({ id, head, menu }: Column<Row>) => (
  <MenuItem key={id} id={id}>
    {menu?.label ?? head}
  </MenuItem>
)
