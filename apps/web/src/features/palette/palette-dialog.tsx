import type { OwnProfile } from '@parley/contract/identity.ts'
import { listOrganizations } from '@parley/contract/organizations.ts'
import { listProfiles } from '@parley/contract/people.ts'
import { listSessions } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import { useNow } from '#platform/time/clock.ts'
import { pageQueryOf } from '#platform/server/queries.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { Button } from '#ui/button/button.tsx'
import { KeyCap } from '#ui/keys/shortcuts.tsx'
import { Modal } from '#ui/overlay/modal.tsx'
import { useDebounced } from '#ui/field/use-debounced.ts'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { useSendLoginEmail } from '#features/people/people.ts'
import {
  holds,
  knownSections,
  organizationSection,
  peopleSections,
  personActs,
  sessionSection,
  sessionText,
  steadySections,
} from './palette-entries.ts'
import { PaletteList } from './palette-list.tsx'

interface PaletteDialogProps {
  me: OwnProfile
  isOpen: boolean
  /** Takes the keys typed between opening the palette and its first render. */
  takeTyped: () => string
  onClose: () => void
  onShortcuts: () => void
}

/** Finds people, sessions, organizations, pages and acts by name, as far as the viewer may see them. */
export function PaletteDialog({ isOpen: isWanted, ...props }: PaletteDialogProps) {
  const { onClose } = props
  const { isOpen, key } = useOpening(isWanted || undefined)
  return (
    <Modal
      place="top"
      label="Search or jump to"
      isOpen={isOpen}
      onOpenChange={(isNext) => !isNext && onClose()}
    >
      <PaletteBody key={key} {...props} />
    </Modal>
  )
}

function PaletteBody({ me, takeTyped, onClose, onShortcuts }: Omit<PaletteDialogProps, 'isOpen'>) {
  const [typed, setTyped] = useState(takeTyped)
  const { sections, isSearching } = useSections(me, typed, onShortcuts)
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <TextField
        aria-label="Search or jump to"
        className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-4.5"
      >
        <Search className="size-4.5 shrink-0 text-ink-3" strokeWidth={1.75} />
        <Input
          placeholder="Search or jump to"
          // The palette is opened for typing.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          maxLength={200}
          className="h-full min-w-0 flex-1 bg-transparent text-large outline-none placeholder:text-ink-3"
        />
        <span className="max-sm:hidden">
          <KeyCap>Esc</KeyCap>
        </span>
        <span className="sm:hidden">
          <Button look="quiet" size="small" slot={null} onPress={onClose}>
            Cancel
          </Button>
        </span>
      </TextField>
      <PaletteList sections={sections} typed={typed} isSearching={isSearching} onDone={onClose} />
      <footer className="flex shrink-0 items-center gap-4 rounded-b-modal border-t border-line bg-canvas px-4.5 py-2.5 text-small text-ink-3">
        <span className="flex items-center gap-1.5 max-sm:hidden">
          <KeyCap>↑</KeyCap>
          <KeyCap>↓</KeyCap> move
        </span>
        <span className="flex items-center gap-1.5 max-sm:hidden">
          <KeyCap>Enter</KeyCap> open
        </span>
        <span className="ml-auto">Only what you may see</span>
      </footer>
    </Autocomplete>
  )
}

const sessionsShown = 5

/** The next sessions that match and, if there is room, the latest past ones after them. */
function useNearestSessions(search: string, isWanted: boolean) {
  const ask = { page: 1, limit: sessionsShown, search }
  const upcoming = useQuery({
    ...pageQueryOf(listSessions, { query: { ...ask, when: 'upcoming', order: ['start_time', 'ASC'] } }),
    enabled: isWanted,
  })
  const ahead = upcoming.data?.entries ?? []
  const past = useQuery({
    ...pageQueryOf(listSessions, { query: { ...ask, when: 'past' } }),
    enabled: isWanted && upcoming.data !== undefined && ahead.length < sessionsShown,
  })
  return {
    entries: [...ahead, ...(past.data?.entries ?? [])].slice(0, sessionsShown),
    isFetching: upcoming.isFetching || past.isFetching,
  }
}

const searchFrom = 2
/** There are many sessions: fewer letters would match too many. */
const sessionsFrom = 3

function useSections(me: OwnProfile, typed: string, onShortcuts: () => void) {
  const now = useNow()
  const { mutate: mail } = useSendLoginEmail()
  const wanted = typed.trim()
  const search = useDebounced(wanted)
  const isWorthIt = search.length >= searchFrom && wanted.length >= searchFrom
  const people = useQuery({
    ...pageQueryOf(listProfiles, { query: { page: 1, limit: 8, search } }),
    enabled: isWorthIt,
  })
  const organizations = useQuery({
    ...pageQueryOf(listOrganizations, { query: { page: 1, limit: 4, search } }),
    enabled: isWorthIt && isAtLeast(me.privs, 'Admin'),
  })
  const sessions = useNearestSessions(search, isWorthIt && search.length >= sessionsFrom)
  // Until the response for the current text arrives, show only those results of the previous one that still match.
  const fits = (text: string) => holds(text, wanted)
  const foundPeople = (people.data?.entries ?? []).filter((person) =>
    fits(`${nameOf(person)} ${person.username} ${person.email}`),
  )
  const foundOrganizations = (organizations.data?.entries ?? []).filter(({ displayName, name }) =>
    fits(`${displayName} ${name}`),
  )
  const foundSessions = sessions.entries.filter((session) => fits(sessionText(session)))
  const isAsked = isWorthIt && search === wanted
  // Local results first, found ones in a fixed order: no response may move an entry away under the selection.
  const sections = steadySections([
    { isSettled: true, sections: knownSections(me, wanted, onShortcuts) },
    ...(isWorthIt
      ? [
          { isSettled: isAsked && !people.isFetching, sections: peopleSections(me, foundPeople, now) },
          {
            isSettled: isAsked && !sessions.isFetching,
            sections: [sessionSection(me, search.length >= sessionsFrom ? foundSessions : [])],
          },
          {
            isSettled: isAsked && !organizations.isFetching,
            sections: [organizationSection(foundOrganizations), personActs(me, foundPeople, mail)],
          },
        ]
      : []),
  ])
  const isSearching =
    wanted.length >= searchFrom &&
    (search !== wanted || people.isFetching || organizations.isFetching || sessions.isFetching)
  return { sections, isSearching }
}
