import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Organization } from '@parley/contract/organizations.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayText } from '#platform/time/dates.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { HoldDialog, holdsQuery, type Held } from './hold-dialog.tsx'

/** On a person's page, for Admin and above: that they cannot be erased, and until when. */
export function HoldNote({ me, personId }: { me: OwnProfile; personId: string }) {
  const { data } = useQuery({ ...holdsQuery({ person: personId }), enabled: isAtLeast(me.privs, 'Admin') })
  const last = data?.[0]
  if (!last) return null
  return (
    <Note kind="info">
      Under legal hold until {dayText(zoneOf(me), Date.parse(last.until) - 1)}. Nothing about them is erased
      before.
    </Note>
  )
}

/** On an organization's page, for Admin and above. */
export function HoldSection({ me, organization }: { me: OwnProfile; organization: Organization }) {
  return isAtLeast(me.privs, 'Admin') ? <Section me={me} organization={organization} /> : null
}

function Section({ me, organization }: { me: OwnProfile; organization: Organization }) {
  const { data } = useQuery(holdsQuery({ organization: organization.id }))
  const [held, setHeld] = useState<Held>()
  const last = data?.[0]
  return (
    <SideSection title="Legal hold">
      <p className="text-label text-ink-2">
        {last
          ? `Nobody in it is erased before the end of ${dayText(zoneOf(me), Date.parse(last.until) - 1)}.`
          : 'Deleted people are erased when the retention period ends.'}
      </p>
      <p className="mt-3">
        <Button
          size="small"
          onPress={() =>
            setHeld({ kind: 'organization', id: organization.id, name: organization.displayName })
          }
        >
          {last ? 'Legal hold' : 'Place a hold'}
        </Button>
      </p>
      <HoldDialog held={held} zone={zoneOf(me)} onClose={() => setHeld(undefined)} />
    </SideSection>
  )
}
