import type { Room } from 'livekit-client'

/** The own hand in a room. The media server keeps it for as long as a stay lasts; a new stay begins without. */
export function makeHand(
  { localParticipant }: { localParticipant: Pick<Room['localParticipant'], 'attributes'> },
  raise: (isUp: boolean) => Promise<unknown>,
) {
  let isWanted = false
  const set = async (isUp: boolean): Promise<void> => {
    const before = isWanted
    isWanted = isUp
    try {
      await raise(isUp)
    } catch (error) {
      isWanted = before
      throw error
    }
  }
  return {
    set,
    /** After each connect: whoever had it up has it up again. What fails is shown by its being down. */
    keep: () => {
      if (isWanted && localParticipant.attributes.hand !== 'up')
        void raise(true).catch(() => {
          isWanted = false
        })
    },
  }
}
