import { auditFile, auditFileMax, type listAudit } from '@parley/contract/operations.ts'
import type { Answered, RouteInput } from '@parley/contract/wire/route.ts'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '#platform/server/api-problem.ts'
import { send } from '#platform/server/api.ts'
import { saveFile } from '#ui/display/save-file.ts'
import { toast } from '#ui/overlay/toast.ts'

type AuditQuery = RouteInput<typeof listAudit>['query']

/** Saves all pages of the list as a file. If a file cannot hold that many entries, a toast says so. */
export function useAuditFile({ filters, search }: AuditQuery, page: Answered<typeof listAudit> | undefined) {
  const query = { ...(filters && { filters }), ...(search !== undefined && { search }) }
  return useMutation({
    mutationFn: async () => (await send(auditFile, { query }, {})).blob(),
    onSuccess: (file) => {
      saveFile('audit.csv', file)
      if (page?.entryCountExact === false)
        toast.info(
          'The file has the newest entries',
          `It holds ${auditFileMax.toLocaleString('en-US')} at most. Choose fewer days for the rest.`,
        )
    },
    onError: (error) => toast.error("Couldn't create the file", messageOf(error)),
  })
}
