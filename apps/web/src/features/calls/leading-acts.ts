import { muteInCall, removeFromCall } from '@parley/contract/calls.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { request } from '#platform/server/api.ts'
import { toast } from '#ui/overlay/toast.ts'
import type { CallPerson } from './room/call-state.ts'
import { personIdOf } from './room/person-id.ts'
import type { PersonAct } from './stage/faces/tile-menu.tsx'

/** What a session's coach may do with somebody in the call, through the API: a media token alone can do none of it. */
export function leadingActs(sessionId: string, { id, name }: Pick<CallPerson, 'id' | 'name'>): PersonAct[] {
  const person_id = personIdOf(id)
  const act = (entry: typeof muteInCall | typeof removeFromCall, failed: string) => () =>
    void request(entry, { params: { id: sessionId }, body: { person_id } }).catch((error: unknown) =>
      toast.error(failed, messageOf(error)),
    )
  return [
    { text: 'Mute for everyone', onPress: act(muteInCall, `${name} could not be muted`) },
    { text: 'Remove from call', onPress: act(removeFromCall, `${name} could not be removed`) },
  ]
}
