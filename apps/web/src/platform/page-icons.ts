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

// Beside the table and not in it: the router reads that before anybody has signed in.
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
