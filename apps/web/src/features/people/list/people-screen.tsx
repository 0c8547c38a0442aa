import type { OwnProfile } from '@parley/contract/identity.ts'
import { listClients, listCoaches, type PeopleFilters, type Person } from '@parley/contract/people.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { useQuery } from '@tanstack/react-query'
import { Upload, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUnderWay } from '#platform/changes/changes.ts'
import { useNow } from '#platform/time/clock.ts'
import { usePollMs } from '#platform/live/channel.ts'
import { pageQueryOf } from '#platform/server/queries.ts'
import { personPath, titleOf } from '#platform/pages.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { Button } from '#ui/button/button.tsx'
import { ButtonLink } from '#ui/button/link.tsx'
import { BottomBar, PageHeader } from '#ui/page/page-header.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { RowKind } from '#ui/table/rows/row.ts'
import { useTableState } from '#ui/table/use-table-state.ts'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import { AddPerson } from '#features/people/form/add-person.tsx'
import { EditPerson } from '#features/people/form/edit-person.tsx'
import { usePeopleLive } from '#features/people/people-live.ts'
import { usePersonAddress } from './person-address.ts'
import { usePersonActs, withScheduling } from '#features/people/person-acts.tsx'
import { personCard, personColumns } from './person-columns.tsx'
import { personShape, type PersonColumn } from './person-shape.ts'
import type { Kind } from '#features/people/form/person-values.ts'
import { personWords } from '#features/people/person-words.ts'

export const ClientsScreen = ({ me }: { me: OwnProfile }) => (
  <PeopleScreen
    kind="client"
    title={titleOf('clients')}
    me={me}
    emptyText="Clients show here, with their coach and their own time zone."
    moreActions={
      isAtLeast(me.privs, 'OrgAdmin') && (
        <ButtonLink to="/clients/import">
          <Upload strokeWidth={1.75} />
          Import CSV
        </ButtonLink>
      )
    }
  />
)

export const CoachesScreen = ({ me }: { me: OwnProfile }) => (
  <PeopleScreen
    kind="coach"
    title={titleOf('coaches')}
    me={me}
    emptyText="Coaches and admins show here, with what they can do."
  />
)

interface PeopleScreenProps {
  kind: Kind
  title: string
  me: OwnProfile
  /** Shown beside the main action. */
  moreActions?: ReactNode
  /** Shown while the list is empty: what it will contain. */
  emptyText: string
}

/** A list of people, with the forms to add and edit them. */
function PeopleScreen({ kind, title, me, moreActions, emptyText }: PeopleScreenProps) {
  const now = useNow()
  const pollMs = usePollMs()
  const address = usePersonAddress()
  const state = useTableState<PersonColumn, PeopleFilters>(personShape(kind, me))
  const entry = kind === 'client' ? listClients : listCoaches
  const answer = useQuery({ ...pageQueryOf(entry, { query: state.query }), refetchInterval: pollMs })
  const rows = answer.data?.entries ?? []
  const highlighted = usePeopleLive(rows)
  const { actsOf, question } = usePersonActs(me, address.openEdit)
  const isUnderWay = useUnderWay()
  const isOfDeleted = state.filters.deleted === true
  const options = { me, now, isOfDeleted }
  const kindOfRow: RowKind<Person> = {
    key: ({ id }) => id,
    name: nameOf,
    href: personPath,
    acts: (person) => withScheduling(me, person, actsOf(person)),
    isSaving: ({ id }) => isUnderWay(id),
    card: (person) => personCard(kind, person, options),
  }
  const adding = useOpening(address.isAdding || undefined)
  const editing = useOpening(address.edit)
  const { addButton, isSmall } = useAddButton(kind, address.openAdd)

  return (
    <>
      <PageHeader
        title={title}
        {...(!isSmall && {
          actions: (
            <div className="flex gap-2">
              {moreActions}
              {addButton}
            </div>
          ),
        })}
      />
      <div className="sm:mt-4.5">
        <DataTable
          label={title}
          state={state}
          answer={answer}
          columns={personColumns(kind, options)}
          row={kindOfRow}
          highlighted={highlighted}
          {...(address.edit !== undefined && { openKey: address.edit })}
          empty={{
            title: kind === 'client' ? 'No clients yet' : 'No coaches yet',
            text: emptyText,
            ...(!isSmall && { action: addButton }),
          }}
        />
      </div>
      {isSmall && (
        <BottomBar>
          {moreActions}
          {addButton}
        </BottomBar>
      )}
      {question}
      <AddPerson key={`add-${adding.key}`} {...{ kind, me }} isOpen={adding.isOpen} onClose={address.close} />
      {editing.value !== undefined && (
        <EditPerson
          key={`edit-${editing.key}`}
          {...{ kind, me }}
          personId={editing.value}
          row={rows.find(({ id }) => id === editing.value)}
          isOpen={editing.isOpen}
          onClose={address.close}
        />
      )}
    </>
  )
}

/** The page's main action: in the header, or in a bar at the bottom of a small screen. */
function useAddButton(kind: Kind, onAdd: () => void) {
  const isSmall = useSmallScreen()
  const addButton = (
    <Button
      look="primary"
      icon={<UserPlus strokeWidth={1.75} />}
      onPress={onAdd}
      {...(isSmall && { width: 'full' })}
    >
      {personWords[kind].add}
    </Button>
  )
  return { addButton, isSmall }
}
