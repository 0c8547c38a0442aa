import type { Session } from '@parley/contract/sessions.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { clientOf } from '#features/sessions/sessions.ts'

/** The client, or the first three of several. */
export function Faces({ session, size }: { session: Session; size: 22 | 28 }) {
  const client = clientOf(session)
  if (client) return <Avatar person={client} size={size} />
  return (
    <span className="flex shrink-0 [&>*+*]:-ml-1.5 [&>*]:ring-2 [&>*]:ring-surface">
      {session.participants.slice(0, 3).map((person) => (
        <Avatar key={person.id} person={person} size={size} />
      ))}
    </span>
  )
}
