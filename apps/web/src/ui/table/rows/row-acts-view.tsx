import { Ellipsis as Dots } from 'lucide-react'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '#ui/button/button.tsx'
import { Menu, MenuItem, MenuRule, MenuTrigger, SubmenuTrigger } from '#ui/overlay/menu.tsx'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import type { CardParts, RowAct, RowActs } from './row.ts'

interface RowMenuProps {
  name: string
  acts: RowActs
  /** On a small screen the head of the sheet shows which row it belongs to. */
  card: CardParts
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The menu of a row. The menu key and Shift+F10 open it from anywhere in the row. */
export function RowMenu({ name, acts: { menu, destructive }, card, isOpen, onOpenChange }: RowMenuProps) {
  const isSmall = useSmallScreen()
  if (menu.length === 0 && destructive === undefined) return null
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Button look="quiet" size="small" aria-label={`Actions for ${name}`}>
        <Dots />
      </Button>
      <Menu aria-label={`Actions for ${name}`} head={isSmall && <SheetHead card={card} />}>
        {menu.map((act) =>
          act.acts ? <ActWithMenu key={act.id} act={act} /> : <Act key={act.id} act={act} />,
        )}
        {destructive && menu.length > 0 && <MenuRule />}
        {destructive && <Act act={destructive} tone="destructive" />}
      </Menu>
    </MenuTrigger>
  )
}

function Act({ act, tone = 'normal' }: { act: RowAct; tone?: 'normal' | 'destructive' }) {
  const { id, label, icon, href, onAction, isDisabled = false } = act
  return (
    <MenuItem id={id} icon={icon} href={href} onAction={onAction} isDisabled={isDisabled} tone={tone}>
      {label}
    </MenuItem>
  )
}

function ActWithMenu({ act }: { act: RowAct }) {
  return (
    <SubmenuTrigger>
      <MenuItem id={act.id} icon={act.icon} isDisabled={act.isDisabled ?? false}>
        {act.label}
      </MenuItem>
      <Menu aria-label={act.label}>
        {act.acts?.map((inner) => (
          <Act key={inner.id} act={inner} />
        ))}
      </Menu>
    </SubmenuTrigger>
  )
}

function SheetHead({ card }: { card: CardParts }) {
  return (
    <div className="flex items-center gap-3 px-4.5 pt-2.5 pb-1.5">
      {card.lead}
      <div className="min-w-0">
        <p className="truncate font-semibold">{card.title}</p>
        {card.lines?.[0] !== undefined && <p className="truncate text-label text-ink-3">{card.lines[0]}</p>}
      </div>
    </div>
  )
}

/** The action of the row that matters most now. */
export function MainAct({ name, act, width }: { name: string; act: RowAct; width?: 'full' }) {
  const navigate = useNavigate()
  const press = () => (act.href === undefined ? act.onAction?.() : void navigate({ href: act.href }))
  return (
    <Button
      look={act.isQuiet ? 'secondary' : 'primary'}
      size={width === 'full' ? 'large' : 'small'}
      width={width}
      icon={width === 'full' ? act.icon : undefined}
      isDisabled={act.isDisabled ?? false}
      aria-label={`${act.label}, ${name}`}
      onPress={press}
    >
      {act.label}
    </Button>
  )
}
