import type { OwnProfile } from '@parley/contract/identity.ts'
import { PeopleScreen } from './people-screen.tsx'
import { titleOf } from '#platform/pages.ts'

export const CoachesScreen = ({ me }: { me: OwnProfile }) => (
  <PeopleScreen
    kind="coach"
    title={titleOf('coaches')}
    me={me}
    emptyText="Coaches and admins show here, with what they can do."
  />
)
