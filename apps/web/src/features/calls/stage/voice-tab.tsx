import type { CallState } from '#features/calls/room/call-state.ts'
import type { CallActs } from './call-acts.ts'

interface VoiceTabProps {
  state: CallState
  acts: CallActs
}

/** Who is heard, and how. */
export const VoiceTab = ({ state }: VoiceTabProps) => (
  <ul className="min-h-0 flex-1 overflow-y-auto p-4">
    {state.people.map(({ id, name, isSelf }) => (
      <li key={id}>{isSelf ? 'You' : name}</li>
    ))}
  </ul>
)
