import type { Person } from '@parley/contract/people.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { CalendarPlus, Ellipsis, Trash2 } from 'lucide-react'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { useUnderWay } from '#platform/changes/changes.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/button/button.tsx'
import { Menu, MenuItem, MenuRule, MenuTrigger } from '#ui/overlay/menu.tsx'
import { BottomBar } from '#ui/page/page-header.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import type { RowActs } from '#ui/table/rows/row.ts'
import { levelName } from '#features/people/person-words.ts'

interface PersonHeadProps {
  person: Person
  acts: RowActs
  /** Undefined if the viewer can't schedule a session with them. */
  onSchedule: (() => void) | undefined
}

/** The person's name, email and actions: those of their row in the list, and scheduling a session. */
export function PersonHead({ person, acts, onSchedule }: PersonHeadProps) {
  const isSmall = useSmallScreen()
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="flex min-w-0 items-center gap-4">
        <Avatar person={person} size={56} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PageHeading title={nameOf(person)} />
            {person.privs > levels.Coach && <Badge tone="accent">{levelName(person.privs)}</Badge>}
            {person.deletedAt !== null && (
              <Badge tone="red" icon={<Trash2 strokeWidth={2.25} />}>
                Deleted
              </Badge>
            )}
          </div>
          <p className="text-ink-2 wrap-anywhere">{person.email}</p>
        </div>
      </div>
      <div className="flex gap-2 empty:hidden">
        {!isSmall && onSchedule && <ScheduleButton onSchedule={onSchedule} />}
        <Acts person={person} acts={acts} />
      </div>
    </header>
  )
}

/** On a small screen the main action is at the bottom edge. */
export function ScheduleBar({ onSchedule }: Pick<PersonHeadProps, 'onSchedule'>) {
  const isSmall = useSmallScreen()
  return (
    isSmall &&
    onSchedule && (
      <BottomBar>
        <ScheduleButton onSchedule={onSchedule} isWide />
      </BottomBar>
    )
  )
}

const ScheduleButton = ({ onSchedule, isWide = false }: { onSchedule: () => void; isWide?: boolean }) => (
  <Button
    look="primary"
    icon={<CalendarPlus strokeWidth={1.75} />}
    onPress={onSchedule}
    {...(isWide && { size: 'large', width: 'full' })}
  >
    Schedule Session
  </Button>
)

/** The first action as a button, the others in a menu. Edit is left out if the form could not be saved. */
function Acts({ person, acts: { menu, destructive } }: Pick<PersonHeadProps, 'person' | 'acts'>) {
  const isUnderWay = useUnderWay()
  const [main, ...rest] = menu.filter(({ id }) => id !== 'edit' || person.abilities.edit)
  return (
    <>
      {main && (
        <Button icon={main.icon} isPending={isUnderWay(person.id)} onPress={() => main.onAction?.()}>
          {main.label}
        </Button>
      )}
      {(rest.length > 0 || destructive) && (
        <MenuTrigger>
          <Button size="icon" aria-label={`More actions for ${nameOf(person)}`}>
            <Ellipsis />
          </Button>
          <Menu aria-label={`More actions for ${nameOf(person)}`}>
            {rest.map(({ id, label, icon, onAction }) => (
              <MenuItem key={id} id={id} icon={icon} onAction={onAction}>
                {label}
              </MenuItem>
            ))}
            {destructive && rest.length > 0 && <MenuRule />}
            {destructive && (
              <MenuItem tone="destructive" icon={destructive.icon} onAction={destructive.onAction}>
                {destructive.label}
              </MenuItem>
            )}
          </Menu>
        </MenuTrigger>
      )}
    </>
  )
}
