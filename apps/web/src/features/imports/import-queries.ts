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
import type { LiveRule } from '#platform/live/refetch.ts'
import { useLiveRefetch } from '#platform/live/use-live-refetch.ts'
import { queryOf } from '#platform/server/queries.ts'
import { saveFile } from '#ui/display/save-file.ts'
import { toast } from '#ui/overlay/toast.ts'

export type ImportSummary = z.output<typeof importSummary>
export type ImportRow = z.output<typeof importRow>

// Notices tell of each step; this is for the times when none come.
const pollMs = 2000
/** A file is read within a moment, and somebody waits for it. */
const readingPollMs = 500

/** What tells of one import: itself and its rows. */
const importRule: LiveRule = (notice, { queryKey: [path], queryHash }) =>
  notice.kind === 'import' &&
  (path === getImport.path || path === listImportRows.path) &&
  queryHash.includes(notice.id)
    ? 'soon'
    : undefined

/** An import, kept fresh while it is read and while it runs; nothing while there is none to ask for. */
export function useImport(id: string | undefined) {
  useLiveRefetch(importRule)
  return useQuery({
    ...queryOf(getImport, { params: { id: id ?? '' } }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'reading' ? readingPollMs : data?.state === 'running' && pollMs,
    enabled: id !== undefined,
  })
}

/** Sends a file, which is then read in the background. Nobody is written. */
export const useUpload = (onReady: (id: string) => void) =>
  useMutation({
    mutationFn: (file: File) =>
      request(startImport, { query: { filename: file.name.slice(0, 200) }, bytes: file }),
    onSuccess: ({ id }) => onReady(id),
  })

/**
 * Runs, stops or goes on with an import; the answer is the import as it is then. What was asked for before the answer may
 * come after it and show the state before, with the other button in the place of this: it is left and asked for again.
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
    onError: (error) => toast.error('The file could not be made', messageOf(error)),
  })
