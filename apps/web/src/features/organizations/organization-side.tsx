import type { OwnProfile } from '@parley/contract/identity.ts'
import { listAudit } from '@parley/contract/operations.ts'
import type { Organization } from '@parley/contract/organizations.ts'
import { listCoaches, type Person } from '@parley/contract/people.ts'
import { actText } from '@parley/contract/rules/audit/audit-acts.ts'
import { isAtLeast, levelText } from '@parley/contract/rules/people/levels.ts'
import { useQuery } from '@tanstack/react-query'
import { instantText } from '#platform/time/dates.ts'
import { pageQueryOf, queryOf } from '#platform/server/queries.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Ellipsis } from '#ui/display/ellipsis.tsx'
import { ButtonLink, Link } from '#ui/button/link.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { changesIn } from '#features/operations/operations.tsx'

const coachesShown = 5
const changesShown = 3

/** Beside the form: the organization's coaches and its latest changes. A part that cannot be loaded is left out. */
export function OrganizationSide({ organization, me }: { organization: Organization; me: OwnProfile }) {
  return (
    <>
      <Coaches organization={organization} me={me} />
      <LatestChanges organization={organization} me={me} />
    </>
  )
}

function Coaches({ organization, me }: { organization: Organization; me: OwnProfile }) {
  const query = { page: 1, limit: coachesShown, filters: { organization: [organization.id] } }
  const { data } = useQuery(pageQueryOf(listCoaches, { query }))
  if (!data) return null
  const isAll = isAtLeast(me.privs, 'Admin')
  if (data.entries.length === 0)
    return (
      <SideSection title="Coaches">
        <p className="text-label text-ink-2">No coaches yet. Sessions can be scheduled once there is one.</p>
        <p className="mt-3">
          <ButtonLink
            to="/coaches"
            search={{ add: true, ...(isAll && { filters: { organization: [organization.id] } }) }}
            look="primary"
            size="small"
          >
            Add the first coach
          </ButtonLink>
        </p>
      </SideSection>
    )
  return (
    <SideSection
      title="Coaches"
      action={
        <Link
          to="/coaches"
          // For an admin that page lists the coaches of all organizations, so filter it by this one.
          search={isAll ? { filters: { organization: [organization.id] } } : {}}
        >
          All {data.entryCount.toLocaleString('en-US')}
        </Link>
      }
    >
      <ul className="border-t border-line">
        {data.entries.map((person) => (
          <CoachLine key={person.id} person={person} />
        ))}
      </ul>
    </SideSection>
  )
}

function CoachLine({ person }: { person: Person }) {
  const name = `${person.first_name} ${person.last_name}`.trim() || person.username
  return (
    <li className="flex items-center gap-2.5 border-b border-line py-1.5">
      <Avatar person={person} size={28} />
      <div className="min-w-0">
        <Ellipsis lines={2} className="font-medium">
          {name}
        </Ellipsis>
        <p className="text-small text-ink-3">{levelText(person.privs)}</p>
      </div>
    </li>
  )
}

function LatestChanges({ organization, me }: { organization: Organization; me: OwnProfile }) {
  const query = { page: 1, limit: changesShown, filters: { subject: [organization.id] } }
  // Keyed under the organization's own path, so that a change of it refetches these too.
  const asked = queryOf(listAudit, { query })
  const { data } = useQuery({ ...asked, queryKey: [`/organizations/${organization.id}/changes`] })
  if (!data || data.entries.length === 0) return null
  const zone = zoneOf(me)
  return (
    <SideSection title="Latest changes">
      <ul className="flex flex-col gap-3">
        {data.entries.map((entry) => (
          <li key={entry.id} className="text-label wrap-anywhere">
            <p>
              {actText(entry.action)}
              {changesIn(entry, zone).map(({ words, from, to }, index) => (
                <span key={words}>
                  {index === 0 ? ': ' : ', '}
                  {words}
                  {to !== undefined && (
                    <>
                      {' from '}
                      <s className="text-ink-3">{from}</s> to {to}
                    </>
                  )}
                </span>
              ))}
            </p>
            <p className="text-ink-3">
              {entry.by?.name || 'System'}, {instantText(zone, entry.at)}
            </p>
          </li>
        ))}
      </ul>
    </SideSection>
  )
}
