import { isAtLeast, type LevelName, type Privs } from '@parley/contract/rules/levels.ts'
import {
  Building2,
  CalendarDays,
  GraduationCap,
  LayoutDashboard,
  ScrollText,
  UserRoundCheck,
  Users,
  type LucideIcon,
} from 'lucide-react'

export interface Area {
  label: string
  path: '/dashboard' | '/sessions' | '/training' | '/clients' | '/coaches' | '/organizations' | '/changes'
  Icon: LucideIcon
  /** Shown from this level on. */
  from?: LevelName
}

/** The sidebar, from top to bottom. */
export const areas = {
  dashboard: { label: 'Dashboard', path: '/dashboard', Icon: LayoutDashboard },
  sessions: { label: 'Sessions', path: '/sessions', Icon: CalendarDays },
  training: { label: 'Training', path: '/training', Icon: GraduationCap },
  clients: { label: 'Clients', path: '/clients', Icon: Users },
  coaches: { label: 'Coaches', path: '/coaches', Icon: UserRoundCheck, from: 'OrgAdmin' },
  organizations: { label: 'Organizations', path: '/organizations', Icon: Building2, from: 'OrgAdmin' },
  changes: { label: 'Update Notes', path: '/changes', Icon: ScrollText },
} as const satisfies Record<string, Area>

export type AreaKey = keyof typeof areas

export const areasFor = (privs: Privs): [AreaKey, Area][] =>
  // `Object.entries` forgets the keys' own type.
  (Object.entries(areas) as [AreaKey, Area][]).filter(
    ([, { from }]) => from === undefined || isAtLeast(privs, from),
  )

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The sidebar entry that a page belongs to. */
    area?: AreaKey
    /** The page's own name in the top bar, from the second level on or where it belongs to no area. */
    crumb?: string
  }
}
