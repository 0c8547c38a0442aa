import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Organization } from '@parley/contract/organizations.ts'
import type { Person } from '@parley/contract/people.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import type { SessionStatus } from '@parley/contract/rules/sessions/phases.ts'
import {
  Building2,
  CalendarDays,
  CalendarPlus,
  Keyboard,
  LogOut,
  Mail,
  Monitor,
  Moon,
  Sun,
  Upload,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import { pageIcons } from '#platform/page-icons.ts'
import { isPageFor, pages, pagesAt, personPath, type Page, type PageKey } from '#platform/pages.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { chooseTheme } from '#platform/theme.ts'
import { cityOf, clockText, zoneOf } from '#platform/time/time-zone.ts'
import { countText } from '#ui/display/amount-text.ts'
import { logOut } from '#features/identity/identity.ts'
import { maySchedule, schedulePath, sendLabel } from '#features/people/people.ts'
import { coachNameOf, otherSideText, previewOf, whenText } from '#features/sessions/sessions.ts'

/** Something that the palette can open or do. */
export interface Entry {
  id: string
  label: string
  /** Quieter text beside the label. */
  hint?: string
  /** A session's status. */
  status?: SessionStatus
  /** Further words by which it is found. */
  words?: string
  icon: LucideIcon | Person
  href?: string
  onAction?: () => void
}

export interface Section {
  title: string
  entries: Entry[]
}

/** Sections that come with one response. */
interface Group {
  /** No more entries will come. */
  isSettled: boolean
  sections: Section[]
}

/**
 * The sections that can be shown now, with their groups in this order. Enter takes the first entry, so nothing is shown as
 * first while a group above it may still get an entry.
 */
export function steadySections(groups: readonly Group[]): Section[] {
  const filled = groups.map(({ isSettled, sections }) => ({
    isSettled,
    sections: sections.filter(({ entries }) => entries.length > 0),
  }))
  const first = filled.find(({ isSettled, sections }) => !isSettled || sections.length > 0)
  return first === undefined || first.sections.length === 0 ? [] : filled.flatMap(({ sections }) => sections)
}

/** The pages that this viewer may see. */
const pagesFor = ({ privs }: OwnProfile): Entry[] =>
  pagesAt('palette', privs).map((key) => {
    const { path, name, words }: Page = pages[key]
    return { id: path, label: name, href: path, icon: pageIcons[key], ...(words !== undefined && { words }) }
  })

function actsFor({ privs }: OwnProfile, onShortcuts: () => void): Entry[] {
  const form = (label: string, on: PageKey, query: string, icon: LucideIcon, words: string): Entry[] => {
    const href = `${pages[on].path}${query}`
    return isPageFor(privs, on) ? [{ id: href, label, href, icon, words }] : []
  }
  const theme = (label: string, icon: LucideIcon, choice: 'light' | 'dark' | 'system'): Entry => ({
    id: `theme-${choice}`,
    label,
    icon,
    words: 'theme',
    onAction: () => chooseTheme(choice),
  })
  return [
    ...form('Schedule Session', 'sessions', '?schedule=true', CalendarPlus, 'new create call book'),
    ...form('Add Client', 'clients', '?add=true', UserPlus, 'new create'),
    ...form('Add Coach', 'coaches', '?add=true', UserPlus, 'new create'),
    ...form(pages.clientsImport.title, 'clientsImport', '', Upload, 'csv'),
    theme('Light theme', Sun, 'light'),
    theme('Dark theme', Moon, 'dark'),
    theme('System theme', Monitor, 'system'),
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: Keyboard, words: 'keys', onAction: onShortcuts },
    { id: 'logout', label: 'Logout', icon: LogOut, words: 'sign out', onAction: () => void logOut() },
  ]
}

/** Entries that need no server: the pages and acts in which every typed word begins a word. */
export function knownSections(me: OwnProfile, typed: string, onShortcuts: () => void): Section[] {
  const wanted = fold(typed).split(/\s+/)
  const found = (entries: Entry[]) =>
    entries.filter(({ label, words = '' }) => {
      const own = fold(`${label} ${words}`).split(/\s+/)
      return wanted.every((word) => own.some((each) => each.startsWith(word)))
    })
  return [
    { title: 'Go to', entries: found(pagesFor(me)) },
    { title: 'Do', entries: found(actsFor(me, onShortcuts)) },
  ]
}

/** People that were found, each with a link to their page; the viewer's own leads to the profile. */
export function peopleSections(me: OwnProfile, people: readonly Person[], now: number): Section[] {
  const entryOf = (person: Person): Entry => ({
    id: person.id,
    label: nameOf(person),
    hint: placeText(person, now),
    icon: person,
    href: addressOf(me, person),
  })
  const isClient = ({ privs }: Person) => privs === levels.Client
  return [
    { title: 'Clients', entries: people.filter(isClient).map(entryOf) },
    { title: 'Coaches', entries: people.filter((person) => !isClient(person)).map(entryOf) },
  ]
}

/** Acts are offered only for the first people found: with more, the right one would be hard to find. */
const actsForAtMost = 2

/** Acts on people that were found, as far as the server allows them. */
export const personActs = (
  me: OwnProfile,
  people: readonly Person[],
  onMail: (person: Person) => void,
): Section => ({
  title: 'Actions',
  entries: people.slice(0, actsForAtMost).flatMap((person): Entry[] => [
    ...(maySchedule(me, person)
      ? [
          {
            id: `schedule-${person.id}`,
            label: `Schedule a session with ${nameOf(person)}`,
            icon: CalendarPlus,
            href: schedulePath(person),
          },
        ]
      : []),
    ...(person.abilities.sendLoginEmail
      ? [
          {
            id: `mail-${person.id}`,
            label: `${sendLabel(person)} to ${nameOf(person)}`,
            icon: Mail,
            onAction: () => onMail(person),
          },
        ]
      : []),
  ]),
})

const addressOf = (me: OwnProfile, person: Person): string =>
  person.id === me.id ? pages.profile.path : personPath(person)

/** 'Berlin, 4:58 PM now'. */
function placeText({ time_zone, organization, username }: Person, now: number): string {
  const zone = time_zone ?? organization?.time_zone
  return zone === undefined ? username : `${cityOf(zone)}, ${clockText(zone, now)} now`
}

/** Sessions that were found, each with a link to its page. */
export const sessionSection = (me: OwnProfile, sessions: readonly Session[]): Section => ({
  title: 'Sessions',
  entries: sessions.map((session) => ({
    id: session.id,
    label: session.title,
    hint: `${otherSideText(session)}, ${whenText(zoneOf(me), session)}`,
    status: session.status,
    icon: CalendarDays,
    href: previewOf(session),
  })),
})

/** The text by which a session is found: its title and its people. */
export const sessionText = (session: Session): string =>
  [session.title, coachNameOf(session), ...session.participants.map(nameOf)].join(' ')

export const organizationSection = (organizations: readonly Organization[]): Section => ({
  title: 'Organizations',
  entries: organizations.map(({ id, displayName, users }) => ({
    id,
    label: displayName,
    hint: countText(users, 'person', 'people'),
    icon: Building2,
    href: `/organization/${id}`,
  })),
})

/** Folds case and accents, as the server does to compare. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether each word that was typed is somewhere in the text. */
export const holds = (text: string, typed: string): boolean =>
  fold(typed)
    .split(/\s+/)
    .every((word) => fold(text).includes(word))
