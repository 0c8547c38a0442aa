import { Outlet } from '@tanstack/react-router'
import { ToastRegion } from '../ui/toast-region.tsx'
import { Widgets } from '../ui/widgets.tsx'

export const Root = () => (
  <Widgets>
    <Outlet />
    <ToastRegion />
  </Widgets>
)
