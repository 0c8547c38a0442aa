import { muteInCall, removeFromCall } from '@parley/contract/calls/calls.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { request } from '#platform/server/api.ts'
import { toast } from '#ui/overlay/toast.ts'
import { personIdOf, type CallPerson } from './room/call-state.ts'
import type { PersonAct } from './stage/faces/tile-menu.tsx'

export type Named = Pick<CallPerson, 'id' | 'name'>

/**
 * The actions of a session's coach on a person in the call. They go through the API: a media token alone allows none of
 * them.
 */
export const leadingActs = (
  sessionId: string,
  person: Named,
  /** Asks first, because it is right under the action that mutes. */
  onRemove: (person: Named) => void,
): PersonAct[] => [
  {
    text: 'Mute for everyone',
    onPress: () => void act(muteInCall, sessionId, person, `Couldn't mute ${person.name}`),
  },
  { text: 'Remove from call', onPress: () => onRemove(person) },
]

export const removePerson = (sessionId: string, person: Named): Promise<void> =>
  act(removeFromCall, sessionId, person, `Couldn't remove ${person.name}`)

async function act(
  entry: typeof muteInCall | typeof removeFromCall,
  sessionId: string,
  { id }: Named,
  failed: string,
): Promise<void> {
  try {
    await request(entry, { params: { id: sessionId }, body: { person_id: personIdOf(id) } })
  } catch (error) {
    toast.error(failed, messageOf(error))
  }
}
