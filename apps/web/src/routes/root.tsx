import { Outlet } from '@tanstack/react-router'
import { useLive } from '#platform/live/owner.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { Widgets } from '#ui/page/widgets.tsx'

export function Root() {
  useLive()
  return (
    <Widgets>
      <Outlet />
      <ToastRegion />
    </Widgets>
  )
}
