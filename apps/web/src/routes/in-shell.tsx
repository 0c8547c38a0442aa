import { Outlet } from '@tanstack/react-router'
import { Shell, usePage } from '#features/shell/shell.tsx'
import { isPageFor } from '#platform/pages.ts'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { NotFoundPage } from './not-found.tsx'

/** Most pages: in the shell. Whoever is below a page's level is told what a wrong address would tell. */
export function InShell() {
  const { data: me } = useMe()
  const page = usePage()
  if (!me) return null
  return <Shell me={me}>{page && !isPageFor(me.privs, page) ? <NotFoundPage /> : <Outlet />}</Shell>
}
