import { Outlet } from '@tanstack/react-router'
import { English } from '../ui/locale.tsx'
import { ToastRegion } from '../ui/toast-region.tsx'

export const Root = () => (
  <English>
    <Outlet />
    <ToastRegion />
  </English>
)
