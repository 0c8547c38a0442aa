import { Outlet } from '@tanstack/react-router'

/** Pages outside of the shell: each has its own frame, and a call has the whole window. */
export const OnStage = () => <Outlet />
