import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { ReactNode } from 'react'
import { useNow } from '#platform/time/clock.ts'
import { cityOf } from '#platform/time/time-zone.ts'
import { zoneText } from '#platform/time/zone-options.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Link } from '#ui/button/link.tsx'
import { SideSection } from '#ui/page/side-section.tsx'
import { WorkingWeek } from '#features/identity/identity.ts'
import type { Kind } from '#features/people/form/person-values.ts'
import { levelName, levelWords } from '#features/people/person-words.ts'
import { zoneOfPerson } from './person-facts.tsx'

interface PersonSideProps {
  kind: Kind
  person: Person
  me: OwnProfile
}

/** The person's coach, organization and other facts, and their working hours. */
export function PersonSide({ kind, person, me }: PersonSideProps) {
  const zone = zoneOfPerson(person)
  return (
    <>
      <About {...{ kind, person, me }} />
      {person.working_hours && (
        <SideSection
          title="Working hours"
          action={zone !== undefined && <span className="text-label text-ink-3">{cityOf(zone)} time</span>}
        >
          <WorkingWeek hours={person.working_hours} />
        </SideSection>
      )}
    </>
  )
}

/** Coach names are for OrgAdmin and above, organizations for Admin and above (docs/rules.md §3). */
function About({ kind, person, me }: PersonSideProps) {
  const now = useNow()
  const zone = zoneOfPerson(person)
  const level = levelName(person.privs)
  return (
    <SideSection title="About">
      <dl className="border-t border-line">
        <Fact label="Username">{person.username}</Fact>
        {kind === 'coach' && (
          <Fact label="Priv level" second={levelWords[level]}>
            {level}
          </Fact>
        )}
        {kind === 'client' && isAtLeast(me.privs, 'OrgAdmin') && <CoachFact person={person} />}
        {isAtLeast(me.privs, 'Admin') && <OrganizationFact person={person} />}
        <Fact
          label="Time zone"
          {...(zone !== undefined && isOfOrganization(person) && { second: "The organization's" })}
        >
          {zone === undefined ? <Quiet>Not set</Quiet> : zoneText(zone, now)}
        </Fact>
        {kind === 'coach' && <Fact label="Assessor">{person.is_assessor ? 'Yes' : 'No'}</Fact>}
      </dl>
    </SideSection>
  )
}

const isOfOrganization = ({ time_zone }: Person): boolean => time_zone === null

function CoachFact({ person: { coach } }: { person: Person }) {
  const name = coach && `${coach.first_name} ${coach.last_name}`.trim()
  return (
    <Fact label="Coach">
      {coach ? (
        <span className="flex min-w-0 items-center gap-2">
          <Avatar person={{ ...coach, username: '' }} size={22} />
          <span className="min-w-0">
            <Link to="/coaches/$personId" params={{ personId: coach.id }}>
              {name}
            </Link>
          </span>
        </span>
      ) : (
        <Quiet>Nobody yet</Quiet>
      )}
    </Fact>
  )
}

function OrganizationFact({ person: { organization, organization_id } }: { person: Person }) {
  return (
    <Fact label="Organization">
      {organization && organization_id !== null ? (
        <Link to="/organization/$organizationId" params={{ organizationId: organization_id }}>
          {organization.displayName}
        </Link>
      ) : (
        <Quiet>None</Quiet>
      )}
    </Fact>
  )
}

interface FactProps {
  label: string
  /** A smaller line below. */
  second?: string
  children: ReactNode
}

const Fact = ({ label, second, children }: FactProps) => (
  <div className="flex min-w-0 gap-4 border-b border-line py-2">
    <dt className="w-22 shrink-0 pt-px text-label text-ink-2">{label}</dt>
    <dd className="min-w-0 flex-1 wrap-anywhere">
      {children}
      {second !== undefined && <span className="block text-small text-ink-3">{second}</span>}
    </dd>
  </div>
)

const Quiet = ({ children }: { children: string }) => <span className="text-ink-3">{children}</span>
