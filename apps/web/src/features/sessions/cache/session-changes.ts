import {
  cancelSession,
  completeSession,
  undoSession,
  type Session,
} from '@parley/contract/sessions/sessions.ts'
import { statusLabel, undoMs } from '@parley/contract/rules/sessions/sessions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createStore, useStore } from '#base/store.ts'
import { useUnderWay } from '#platform/changes/changes.ts'
import { request } from '#platform/server/api.ts'
import { isAway, messageOf } from '#platform/server/api-problem.ts'
import { toast } from '#ui/overlay/toast.ts'
import { otherSideText } from '#features/sessions/words/session-words.ts'
import { attempt } from './attempt.ts'
import { sessionCacheOf } from './session-cache.ts'

type Final = 'Cancelled' | 'Completed' | 'NoShow'

/** Optimistic update for a session that leaves Scheduled, as far as it is known before the API answers. */
const settledAs =
  (status: Final) =>
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

const doneTexts: Record<Final, string> = {
  Cancelled: 'Session cancelled',
  Completed: 'Session completed',
  NoShow: 'Marked as No Show',
}

const aboutOf = ({ id }: Session): string => `session ${id}`

type Cache = ReturnType<typeof sessionCacheOf>

/** Undo callbacks by session id. The toast and the row both offer them. */
const undoable = createStore<ReadonlyMap<string, () => void>>(new Map())

/** Reports a change and offers Undo for as long as the server allows it. The row keeps its place until then. */
export function offerUndo(cache: Cache, before: Session, title: string, description: string): void {
  const { id } = before
  const letGo = cache.hold(id)
  const takeBack = () => void undo(cache, before)
  toast.undoableFor({
    title,
    description,
    ms: undoMs,
    about: aboutOf(before),
    undo: takeBack,
    onGone: () => {
      letGo()
      // A later change of the same session has a callback of its own.
      if (undoable.read().get(id) === takeBack)
        undoable.write(new Map([...undoable.read()].filter(([each]) => each !== id)))
    },
  })
  undoable.write(new Map([...undoable.read(), [id, takeBack]]))
}

async function undo(cache: Cache, before: Session): Promise<void> {
  const about = aboutOf(before)
  try {
    const { status } = await cache.change({
      row: before,
      apply: (row) => ({ ...row, status: before.status, abilities: before.abilities }),
      act: (signal) =>
        attempt(
          (idempotencyKey) => request(undoSession, { params: { id: before.id } }, { signal, idempotencyKey }),
          signal,
        ),
    })
    toast.success('Undone', `${before.title} is ${statusLabel(status)} again.`, { about })
  } catch (error) {
    toast.error("Couldn't undo this", messageOf(error), { about })
  }
}

/** The changes that a row offers: optimistic, rolled back if the server refuses, and undoable for 30 seconds. */
export function useSessionChanges() {
  const cache = sessionCacheOf(useQueryClient())
  const isUnderWay = useUnderWay()
  const takenBack = useStore(undoable)

  /** Returns whether the change succeeded. A failure is reported here. */
  const settle = async (session: Session, to: Final): Promise<boolean> => {
    const { id } = session
    const params = { id }
    try {
      await cache.change({
        row: session,
        apply: settledAs(to),
        act: (signal) =>
          attempt(
            (idempotencyKey) =>
              to === 'Completed'
                ? request(completeSession, { params }, { signal, idempotencyKey })
                : request(
                    cancelSession,
                    { params, body: { noShow: to === 'NoShow' } },
                    { signal, idempotencyKey },
                  ),
            signal,
          ),
      })
    } catch (error) {
      toast.error(
        to === 'Completed' ? 'Failed to complete session' : 'Failed to cancel instance',
        messageOf(error),
        {
          about: aboutOf(session),
          // Offer a retry only if the server was away: it would repeat a refusal.
          act: isAway(error) ? { label: 'Try again', onAction: () => void settle(session, to) } : undefined,
        },
      )
      return false
    }
    offerUndo(cache, session, doneTexts[to], `${session.title} with ${otherSideText(session)}`)
    return true
  }

  return {
    cancel: (session: Session, { noShow }: { noShow: boolean }) =>
      settle(session, noShow ? 'NoShow' : 'Cancelled'),
    complete: (session: Session) => settle(session, 'Completed'),
    isSaving: ({ id }: Session) => isUnderWay(id),
    /** Undoes the session's last change, while that is possible. */
    undoOf: ({ id }: Session) => takenBack.get(id),
  }
}
