import { ImportScreen } from '#features/imports/import-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'

export function ClientsImportPage() {
  const { data: me } = useMe()
  return me && <ImportScreen me={me} />
}
