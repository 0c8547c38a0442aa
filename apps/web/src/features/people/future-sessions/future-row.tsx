import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { CircleAlert } from 'lucide-react'
import { instantText } from '#platform/time/dates.ts'
import { shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { ComboBox } from '#ui/choice/combo-box.tsx'
import { SegmentedControl } from '#ui/choice/segmented-control.tsx'
import { clientOf, otherSideText } from '#features/sessions/sessions.ts'
import { placeIn, takersOf, type Fate } from './future-changes.ts'

interface FutureRowProps {
  me: OwnProfile
  person: Person
  session: Session
  fate: Fate
  problem: string | undefined
  isLocked: boolean
  onChange: (fate: Fate) => void
}

/** One session of a person who is deleted or moved, with the choice of what happens to it. */
export function FutureRow(props: FutureRowProps) {
  const { me, person, session, fate, problem, isLocked, onChange } = props
  const zone = zoneOf(me)
  const start = Date.parse(session.start_time)
  return (
    <div className="grid items-center gap-x-5 gap-y-2 py-2.5 @xl:grid-cols-[minmax(0,1fr)_auto_14rem] @4xl:grid-cols-[minmax(0,1fr)_12.5rem_auto_14rem]">
      <div className="min-w-0 @xl:@max-4xl:col-span-3">
        <p className="font-medium wrap-anywhere">{session.title}</p>
        <p className="text-small text-ink-3 wrap-anywhere">{otherSideText(session)}</p>
      </div>
      <p className="font-figures text-label text-ink-2">
        {instantText(zone, start)} {shortZoneName(zone, start)}
      </p>
      <SegmentedControl
        label={`What happens to ${session.title}`}
        isLabelHidden
        segments={[
          { value: 'reassign', label: 'Reassign' },
          { value: 'cancel', label: 'Cancel' },
        ]}
        value={fate.kind}
        isDisabled={isLocked}
        onChange={(kind) => onChange(kind === 'cancel' ? { kind } : { kind, to: null })}
      />
      <div className="min-w-0">
        {fate.kind === 'reassign' ? (
          <ComboBox
            label={`Who takes ${session.title}`}
            isLabelHidden
            placeholder={placeIn(session, person.id) === 'client' ? 'Choose a client' : 'Choose a coach'}
            options={takersOf(session, person)}
            value={fate.to}
            isDisabled={isLocked}
            onChange={(to) => onChange({ kind: 'reassign', to })}
          />
        ) : (
          <p className="text-label text-ink-3">{cancelText(session)}</p>
        )}
      </div>
      {problem !== undefined && (
        <p role="alert" className="col-span-full flex gap-1.5 text-label text-red-ink">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </p>
      )}
    </div>
  )
}

function cancelText(session: Session): string {
  const client = clientOf(session)
  const name = client && (client.first_name.trim() || client.username)
  return name === undefined ? 'Everyone gets an email' : `${name} gets a cancellation by email`
}
