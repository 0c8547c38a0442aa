import type { Session } from '@parley/contract/sessions.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { clientOf } from './session-words.ts'

/** The client's avatar, or those of the first two participants. */
export function SessionFaces({ session, size = 28 }: { session: Session; size?: 22 | 28 }) {
  const client = clientOf(session)
  if (client) return <Avatar person={client} size={size} />
  return (
    <span className="flex shrink-0 [&>*+*]:-ml-2 [&>*]:ring-2 [&>*]:ring-surface">
      {session.participants.slice(0, 2).map((person) => (
        <Avatar key={person.id} person={person} size={size} />
      ))}
    </span>
  )
}
