import { listClients } from '@parley/contract/people.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNotice } from '#platform/live/notices.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useImport } from './import-queries.ts'

/** Tells the person who runs an import when it is done, on any page. */
export function ImportWatch(): null {
  const client = useQueryClient()
  const [id, setId] = useState<string>()
  const announced = useRef(new Set<string>())
  const { data } = useImport(id)
  useNotice((notice) => {
    if (notice.kind === 'import') setId(notice.id)
  })
  useEffect(() => {
    if (data?.state !== 'done' || announced.current.has(data.id)) return
    announced.current.add(data.id)
    const added = `${data.written.toLocaleString('en-US')} ${data.written === 1 ? 'client' : 'clients'} added`
    const refused = data.errors === 0 ? '' : `, ${data.errors.toLocaleString('en-US')} rows not added`
    toast.success('Import done', `${added}${refused}.`)
    void client.invalidateQueries({ queryKey: [listClients.path] })
  }, [client, data])
  return null
}
