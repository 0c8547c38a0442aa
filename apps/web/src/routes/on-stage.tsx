import { Outlet } from '@tanstack/react-router'

/** Beside the shell: each page has its own frame, and a call the whole window. */
export const OnStage = () => <Outlet />
