import {
  getProgress,
  progressReport,
  sendReport,
  type Progress,
} from '@parley/contract/assessment/progress.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type LiveRule, useLiveRefetch } from '#platform/live/refetch.ts'
import { isAway, messageOf } from '#platform/server/api-problem.ts'
import { request, send } from '#platform/server/api.ts'
import { queryOf } from '#platform/server/queries.ts'
import { saveFile } from '#ui/display/save-file.ts'
import { toast } from '#ui/overlay/toast.ts'

const byId = (userId: string) => ({ params: { userId } })

export const progressQuery = (userId: string) => queryOf(getProgress, byId(userId))

/** A notice does not name the client, so any progress may have changed. */
const rule: LiveRule = (notice, { queryKey }) =>
  notice.kind === 'assessment' && queryKey[0] === getProgress.path ? 'later' : undefined

export function useProgress(userId: string) {
  useLiveRefetch(rule)
  return useQuery(progressQuery(userId))
}

export const useReportFile = ({ client }: Progress) =>
  useMutation({
    mutationFn: async () => (await send(progressReport, byId(client.id), {})).blob(),
    onSuccess: (file) => saveFile(`Progress ${client.name}.pdf`, file),
    onError: (error) => toast.error("Couldn't create the report", messageOf(error)),
  })

/** Pressing twice, or retrying after a lost answer, sends one mail. */
export function useSendReport({ client }: Progress, onSent: () => void) {
  const cache = useQueryClient()
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: () => request(sendReport, byId(client.id), { idempotencyKey }),
    onSuccess: () => {
      setKey(crypto.randomUUID())
      toast.success('Report sent', `To ${client.email}.`)
      void cache.invalidateQueries(progressQuery(client.id))
      onSent()
    },
    onError: (error) => {
      // A refused request gets a new idempotency key. One that may have arrived keeps its key for the retry.
      if (!isAway(error)) setKey(crypto.randomUUID())
      toast.error("The report wasn't sent", messageOf(error))
    },
  })
}
