import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import { FileArchive, Scale } from 'lucide-react'
import { useState } from 'react'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import type { RowActs } from '#ui/table/rows/row.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { HoldDialog, type Held } from './hold-dialog.tsx'

/** The actions on a person's stored data that the server allows, and their dialogs. Erasing is among `usePersonActs`. */
export function usePrivacyActs(me: OwnProfile) {
  const [copied, setCopied] = useState<Person>()
  const [held, setHeld] = useState<Held>()
  const actsOf = (person: Person): RowActs['menu'] => [
    ...(person.abilities.copy
      ? [
          {
            id: 'copy',
            label: 'Copy of their data',
            icon: <FileArchive />,
            onAction: () => setCopied(person),
          },
        ]
      : []),
    ...(person.abilities.hold
      ? [
          {
            id: 'hold',
            label: 'Legal hold',
            icon: <Scale />,
            onAction: () => setHeld({ kind: 'person', id: person.id, name: nameOf(person) }),
          },
        ]
      : []),
  ]
  const dialogs = (
    <>
      <CopyDialog person={copied} zone={zoneOf(me)} onClose={() => setCopied(undefined)} />
      <HoldDialog held={held} zone={zoneOf(me)} onClose={() => setHeld(undefined)} />
    </>
  )
  return { actsOf, dialogs }
}
