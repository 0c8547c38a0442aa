import type { OwnProfile } from '@parley/contract/identity.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import { Upload } from 'lucide-react'
import { ButtonLink } from '#ui/button/link.tsx'
import { PeopleScreen } from './people-screen.tsx'
import { titleOf } from '#platform/pages.ts'

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
