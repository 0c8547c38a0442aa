import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person, SessionFate } from '@parley/contract/people.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#platform/server/api-problem.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { countText } from '#ui/display/amount-text.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Button } from '#ui/button/button.tsx'
import { ComboBox } from '#ui/choice/combo-box.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { Note } from '#ui/display/note.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { futureQuery, isDecided, othersFor, settlementOf, type Fate } from './future-changes.ts'
import { FutureRow } from './future-row.tsx'

interface FutureSessionsProps {
  me: OwnProfile
  /** Undefined while the dialog is closed. */
  person: Person | undefined
  purpose: 'delete' | 'move'
  /** The reasons why the last attempt could not settle sessions, by session id. */
  problems: ReadonlyMap<string, string>
  isSaving: boolean
  /** Called once every session is decided. The call that deletes or moves the person carries the settlements. */
  onDecided: (settle: SessionFate[]) => void
  onClose: () => void
}

const titles = { delete: 'Before this person is deleted', move: 'Before this person is moved' }
const acts = { delete: 'Continue to delete', move: 'Save and move' }
const restTexts = {
  delete: 'Nothing changes until you delete.',
  move: 'Nothing changes until you save.',
}

/** The future sessions of a person who is deleted or moved. For each, the viewer chooses who takes over, or cancels it. */
export function FutureSessions({ person, ...props }: FutureSessionsProps) {
  const { value, isOpen, key } = useOpening(person)
  return (
    <Modal
      place="form"
      isOpen={isOpen}
      isHeld={props.isSaving}
      onOpenChange={(isWanted) => !isWanted && props.onClose()}
    >
      {value && <FutureSessionsForm key={key} person={value} {...props} />}
    </Modal>
  )
}

const undecided: Fate = { kind: 'reassign', to: null }

function FutureSessionsForm(props: FutureSessionsProps & { person: Person }) {
  const { me, person, purpose, problems, isSaving, onDecided, onClose } = props
  const { data, error } = useQuery(futureQuery(person.id))
  const sessions = data?.sessions ?? []
  const [fates, setFates] = useState<ReadonlyMap<string, Fate>>(new Map())
  const setFate = (ids: readonly string[], fate: Fate) =>
    setFates((before) => new Map([...before, ...ids.map((id) => [id, fate] as const)]))
  const fateOf = ({ id }: Session) => fates.get(id) ?? undecided
  const isTooMany = data !== undefined && data.total > sessions.length
  const open = sessions.filter((session) => !isDecided(fateOf(session))).length
  return (
    <>
      <Head {...{ person, purpose }} total={data?.total} />
      <div className="@container min-h-0 flex-1 overflow-auto px-6 max-sm:px-4">
        {error && !data && (
          <div className="py-4">
            <Note kind="error">{messageOf(error)}</Note>
          </div>
        )}
        {isTooMany && (
          <div className="py-4">
            <Note kind="warning">
              Only {countText(sessions.length, 'session')} can be settled at once. Please reassign or cancel
              some of them in Sessions first.
            </Note>
          </div>
        )}
        {!data && !error && <Skeleton className="my-4 h-24 w-full" />}
        {sessions.length > 1 && (
          <AllAtOnce
            {...{ person, sessions }}
            isLocked={isSaving}
            onChange={(fate) =>
              setFate(
                sessions.map(({ id }) => id),
                fate,
              )
            }
          />
        )}
        <ul aria-label="Sessions ahead">
          {sessions.map((session) => (
            <li key={session.id} className="border-b border-line last:border-b-0">
              <FutureRow
                {...{ me, person, session }}
                fate={fateOf(session)}
                problem={problems.get(session.id)}
                isLocked={isSaving}
                onChange={(fate) => setFate([session.id], fate)}
              />
            </li>
          ))}
        </ul>
      </div>
      <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-6 pt-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] max-sm:px-4">
        <output className="mr-auto text-label text-ink-3">
          {open > 0 ? `${open} still to decide` : restTexts[purpose]}
        </output>
        <Button look="quiet" isDisabled={isSaving} onPress={onClose}>
          Never mind
        </Button>
        <Button
          look="primary"
          isPending={isSaving}
          isDisabled={open > 0 || sessions.length === 0 || isTooMany}
          onPress={() => onDecided(sessions.map((session) => settlementOf(session, fateOf(session))))}
        >
          {acts[purpose]}
        </Button>
      </footer>
    </>
  )
}

interface HeadProps extends Pick<FutureSessionsProps, 'purpose'> {
  person: Person
  /** How many sessions; undefined while they are loading. */
  total: number | undefined
}

const Head = ({ person, purpose, total }: HeadProps) => (
  <header className="border-b border-line px-6 pt-5 pb-4 max-sm:px-4">
    <DialogTitle>{titles[purpose]}</DialogTitle>
    <p className="mt-2.5 flex items-center gap-3">
      <Avatar person={person} size={28} />
      <span>
        <span className="font-semibold">
          {nameOf(person)} has {total === undefined ? '…' : countText(total, 'session')} ahead.
        </span>{' '}
        <span className="text-ink-2">Choose what happens to {total === 1 ? 'it' : 'them'}.</span>
      </span>
    </p>
  </header>
)

interface AllAtOnceProps {
  person: Person
  sessions: readonly Session[]
  isLocked: boolean
  onChange: (fate: Fate) => void
}

/** One choice for all sessions, which each row can still change. */
function AllAtOnce({ person, sessions, isLocked, onChange }: AllAtOnceProps) {
  const [options, ...others] = sessions.map((session) => othersFor(session, person))
  // Nobody can take over sessions of different organizations, so there is no common list.
  const common = options && others.every(({ key }) => key === options.key) ? options : undefined
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-2 border-b border-line py-2.5">
      <p className="mr-auto font-medium">All at once</p>
      <Button size="small" isDisabled={isLocked} onPress={() => onChange({ kind: 'cancel' })}>
        Cancel all
      </Button>
      {common && (
        <div className="w-56 max-sm:w-full">
          <ComboBox
            label="Who takes all of them"
            isLabelHidden
            placeholder="Reassign all to"
            options={common}
            value={null}
            isDisabled={isLocked}
            onChange={(to) => to && onChange({ kind: 'reassign', to })}
          />
        </div>
      )}
    </div>
  )
}
