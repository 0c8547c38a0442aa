import type { Room } from 'livekit-client'

/** The user's hand in a room. The media server keeps it for as long as a stay lasts; a new stay begins with it down. */
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
    /** Called after each connect: raises the hand again if it was up. If that fails, the hand is shown as down. */
    keep: () => {
      if (isWanted && localParticipant.attributes.hand !== 'up')
        void raise(true).catch(() => {
          isWanted = false
        })
    },
  }
}
