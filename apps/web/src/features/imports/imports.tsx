import { getImport, listClients } from '@parley/contract/people.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { request } from '#platform/server/api.ts'
import { useNotice } from '#platform/live.ts'
import { toast } from '#ui/overlay/toast.ts'

/** Tells whoever runs an import when it is done, on whatever page they are by then. */
export function ImportWatch(): null {
  const client = useQueryClient()
  const told = useRef(new Set<string>())
  const look = async (id: string) => {
    const { state, written, errors } = await request(getImport, { params: { id } }, { background: true })
    if (state !== 'done' || told.current.has(id)) return
    told.current.add(id)
    const added = `${written.toLocaleString('en-US')} ${written === 1 ? 'client' : 'clients'} added`
    const refused = errors === 0 ? '' : `, ${errors.toLocaleString('en-US')} rows not`
    toast.success('Import done', `${added}${refused}.`)
    await client.invalidateQueries({ queryKey: [listClients.path] })
  }
  useNotice((notice) => {
    // A look that fails is made good by the next notice, and the import's own page shows it anyway.
    if (notice.kind === 'import') look(notice.id).catch(() => undefined)
  })
  return null
}
