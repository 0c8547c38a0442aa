import { cancelSession, completeSession, type Session } from '@parley/contract/sessions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useUnderWay } from '#platform/changes/changes.ts'
import { request } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { toast } from '#ui/overlay/toast.ts'
import { attempt } from './attempt.ts'
import { sessionCacheOf } from './session-cache.ts'

/** What a session is once it has left Scheduled, as far as it is known before the server says so. */
const settledAs =
  (status: 'Cancelled' | 'Completed' | 'NoShow') =>
  (session: Session): Session => ({
    ...session,
    status,
    startsSoon: false,
    abilities: {
      ...session.abilities,
      editTimes: false,
      cancel: false,
      noShow: false,
      complete: false,
      settle: false,
      join: false,
    },
  })

/** The two changes that a row offers: shown at once, taken back where the server refuses. */
export function useSessionChanges() {
  const cache = sessionCacheOf(useQueryClient())
  const isUnderWay = useUnderWay()

  const cancel = async (session: Session, { noShow }: { noShow: boolean }) => {
    try {
      await cache.change({
        row: session,
        apply: settledAs(noShow ? 'NoShow' : 'Cancelled'),
        act: (signal) =>
          attempt(
            (idempotencyKey) =>
              request(
                cancelSession,
                { params: { id: session.id }, body: { noShow } },
                { signal, idempotencyKey },
              ),
            signal,
          ),
      })
    } catch (error) {
      toast.error('Failed to cancel instance', messageOf(error))
    }
  }

  const complete = async (session: Session) => {
    try {
      await cache.change({
        row: session,
        apply: settledAs('Completed'),
        act: (signal) =>
          attempt(
            (idempotencyKey) =>
              request(completeSession, { params: { id: session.id } }, { signal, idempotencyKey }),
            signal,
          ),
      })
    } catch (error) {
      toast.error('Failed to complete session', messageOf(error))
    }
  }

  return { cancel, complete, isSaving: ({ id }: Session) => isUnderWay(id) }
}
