import { Outlet } from '@tanstack/react-router'
import { Stage } from '#features/shell/stage.tsx'

export const OnStage = () => (
  <Stage>
    <Outlet />
  </Stage>
)
