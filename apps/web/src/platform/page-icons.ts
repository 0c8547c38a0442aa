import {
  Building2,
  CalendarDays,
  CircleHelp,
  GraduationCap,
  History,
  LayoutDashboard,
  MailCheck,
  MessageSquareWarning,
  ScrollText,
  UserRound,
  UserRoundCheck,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { OfferedPage } from './pages.ts'

// Kept out of the table of pages, which the router needs before sign-in: the icons are only needed after it.
export const pageIcons: Record<OfferedPage, LucideIcon> = {
  dashboard: LayoutDashboard,
  sessions: CalendarDays,
  training: GraduationCap,
  clients: Users,
  coaches: UserRoundCheck,
  organizations: Building2,
  changes: ScrollText,
  help: CircleHelp,
  profile: UserRound,
  audit: History,
  mails: MailCheck,
  reports: MessageSquareWarning,
}
