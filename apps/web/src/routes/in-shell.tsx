import { Outlet } from '@tanstack/react-router'
import { Shell, usePage } from '#features/shell/shell.tsx'
import { isPageFor } from '#platform/pages.ts'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { NotFoundPage } from './not-found.tsx'

/** Most pages: in the shell. A user below a page's level sees the same as at a wrong address. */
export function InShell() {
  const { data: me } = useMe()
  const page = usePage()
  if (!me) return null
  return <Shell me={me}>{page && !isPageFor(me.privs, page) ? <NotFoundPage /> : <Outlet />}</Shell>
}
