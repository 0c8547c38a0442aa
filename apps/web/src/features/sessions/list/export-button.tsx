import { exportMax, exportSessions, type SessionQuery } from '@parley/contract/sessions/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { messageOf } from '#platform/server/api-problem.ts'
import { send } from '#platform/server/api.ts'
import { Button } from '#ui/button/button.tsx'
import { saveFile } from '#ui/display/save-file.ts'
import { toast } from '#ui/overlay/toast.ts'
import type { ListPage } from '#ui/table/list-answer.ts'

interface ExportButtonProps {
  /** The query of the list that is shown. */
  query: SessionQuery
  page: ListPage<unknown> | undefined
}

/** Exports the list as a file, with its current filters and order. */
export function ExportButton({ query, page }: ExportButtonProps) {
  const file = useMutation({
    mutationFn: async () => {
      const { page: _, limit: __, ...asked } = query
      return (await send(exportSessions, { query: asked }, {})).blob()
    },
    onSuccess: (blob) => {
      saveFile('sessions.csv', blob)
      const most = mostOf(page)
      if (most !== undefined)
        toast.info(
          `The file has the first ${most.toLocaleString('en-US')} sessions`,
          'Filter the list to get the others.',
        )
    },
    onError: (error) => toast.error("Couldn't create the file", messageOf(error)),
  })
  return (
    <Button
      icon={<Download strokeWidth={1.75} />}
      isPending={file.isPending}
      isDisabled={page === undefined || page.entryCount === 0}
      onPress={() => file.mutate()}
    >
      Export
    </Button>
  )
}

/** The number of rows in the file, if the list has more. */
function mostOf(page: ListPage<unknown> | undefined): number | undefined {
  if (page === undefined) return undefined
  if (!page.entryCountExact && page.entryCount <= exportMax.found) return exportMax.found
  return page.entryCount > exportMax.all ? exportMax.all : undefined
}
