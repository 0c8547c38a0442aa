import type { StreamInstance } from '@parley/contract/stream/stream.ts'

/** Somebody in the call, as the application knows them. */
export interface StreamPerson {
  id: string
  name: string
  isSelf: boolean
  isCoach: boolean
}

/** The role whose colour something has. */
export type Lane = 'coach' | 'client'

export const laneOf = ({ isCoach }: Pick<StreamPerson, 'isCoach'>): Lane => (isCoach ? 'coach' : 'client')

export const holderOf = (
  instance: StreamInstance | undefined,
  people: readonly StreamPerson[],
): StreamPerson | undefined => people.find(({ id }) => id === instance?.holder_id)

export const firstName = ({ name }: Pick<StreamPerson, 'name'>): string => name.split(' ')[0] || name

/** Says in a sentence who has mouse and keyboard. */
export const controlText = (holder: StreamPerson | undefined): string =>
  holder
    ? holder.isSelf
      ? 'You have control'
      : `${firstName(holder)} has control`
    : 'Nobody here has control'
