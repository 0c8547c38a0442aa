import type { OwnProfile } from '@parley/contract/identity.ts'
import { PeopleScreen } from './people-screen.tsx'

export const CoachesScreen = ({ me }: { me: OwnProfile }) => (
  <PeopleScreen
    kind="coach"
    title="Coach Management"
    me={me}
    emptyText="Coaches and admins show here, with what they may do."
  />
)
