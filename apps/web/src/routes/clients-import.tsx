import { isAtLeast } from '@parley/contract/rules/levels.ts'
import { ImportScreen } from '#features/imports/import-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { NotFoundPage } from './not-found.tsx'

export function ClientsImportPage() {
  const { data: me } = useMe()
  const mayImport = me !== undefined && isAtLeast(me.privs, 'OrgAdmin')
  return mayImport ? <ImportScreen me={me} /> : <NotFoundPage />
}
