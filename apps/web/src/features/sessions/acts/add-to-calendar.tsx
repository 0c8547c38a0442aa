import type { Session } from '@parley/contract/sessions/sessions.ts'
import { CalendarPlus } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { Menu, MenuItem, MenuTrigger } from '#ui/overlay/menu.tsx'
import { calendarActs } from './calendar-acts.tsx'

interface AddToCalendarProps {
  session: Session
  viewerId: string
  /** 'icon': a square for rows on small screens. */
  size?: 'small' | 'medium' | 'icon'
  width?: 'full'
}

/** 'Add to Calendar': an .ics file, Google or Outlook. */
export function AddToCalendar({ session, viewerId, size = 'small', width }: AddToCalendarProps) {
  const { acts = [] } = calendarActs(session, viewerId)
  const isIcon = size === 'icon'
  const icon = <CalendarPlus strokeWidth={1.75} />
  const name = `Add to Calendar, ${session.title}`
  return (
    <MenuTrigger>
      <Button look="secondary" size={size} width={width} aria-label={name} icon={isIcon ? undefined : icon}>
        {isIcon ? icon : 'Add to Calendar'}
      </Button>
      <Menu>
        {acts.map(({ id, label, onAction }) => (
          <MenuItem key={id} id={id} {...(onAction && { onAction })}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}
