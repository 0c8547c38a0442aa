import { Outlet } from '@tanstack/react-router'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { Widgets } from '#ui/page/widgets.tsx'

export const Root = () => (
  <Widgets>
    <Outlet />
    <ToastRegion />
  </Widgets>
)
