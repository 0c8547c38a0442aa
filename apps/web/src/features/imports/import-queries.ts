import {
  getImport,
  importErrors,
  listImportRows,
  startImport,
  type importRow,
  type importSummary,
  type runImport,
  type stopImport,
} from '@parley/contract/people.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { request, send } from '#platform/server/api.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { type LiveRule, useLiveRefetch } from '#platform/live/refetch.ts'
import { queryOf } from '#platform/server/queries.ts'
import { saveFile } from '#ui/display/save-file.ts'
import { toast } from '#ui/overlay/toast.ts'

export type ImportSummary = z.output<typeof importSummary>
export type ImportRow = z.output<typeof importRow>

// Notices report each step; polling covers the times when none arrive.
const pollMs = 2000
/** Reading a file takes only a moment, and somebody waits for it. */
const readingPollMs = 500

/** Refetches an import and its rows. */
const importRule: LiveRule = (notice, { queryKey: [path], queryHash }) =>
  notice.kind === 'import' &&
  (path === getImport.path || path === listImportRows.path) &&
  queryHash.includes(notice.id)
    ? 'soon'
    : undefined

/** An import, kept fresh while it is read and while it runs; no query without an id. */
export function useImport(id: string | undefined) {
  useLiveRefetch(importRule)
  return useQuery({
    ...queryOf(getImport, { params: { id: id ?? '' } }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'reading' ? readingPollMs : data?.state === 'running' && pollMs,
    enabled: id !== undefined,
  })
}

/** Uploads a file, which the server reads in the background. It writes no clients yet. */
export const useUpload = (onReady: (id: string) => void) =>
  useMutation({
    mutationFn: (file: File) =>
      request(startImport, { query: { filename: file.name.slice(0, 200) }, bytes: file }),
    onSuccess: ({ id }) => onReady(id),
  })

/**
 * Runs, stops or resumes an import; the response is the import's state afterwards. A request sent earlier could arrive later
 * and show the old state, with the other button in this one's place: it is cancelled and sent again.
 */
export function useImportAct(entry: typeof runImport | typeof stopImport, failed: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(entry, { params: { id } }),
    onSuccess: (summary) =>
      client.setQueryData(queryOf(getImport, { params: { id: summary.id } }).queryKey, summary),
    onError: (error) => toast.error(failed, messageOf(error)),
    onSettled: () =>
      Promise.all(
        [getImport, listImportRows].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  })
}

export const useErrorsFile = ({ id, filename }: Pick<ImportSummary, 'id' | 'filename'>) =>
  useMutation({
    mutationFn: async () => (await send(importErrors, { params: { id } }, {})).blob(),
    onSuccess: (file) => saveFile(`${filename.replace(/\.csv$/i, '')}-errors.csv`, file),
    onError: (error) => toast.error("Couldn't create the file", messageOf(error)),
  })
