import { useNavigate, useSearch } from '@tanstack/react-router'

export interface SessionAddress {
  /** Which session's form is open. */
  edit: string | undefined
  isScheduling: boolean
  openEdit: (id: string) => void
  openSchedule: () => void
  close: () => void
}

/** Which form is open stands in the address, beside the list's own state: a link opens it, Back closes it. */
export function useSessionAddress(): SessionAddress {
  const { edit, schedule }: { edit?: unknown; schedule?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (parts: { edit?: string; schedule?: true }, options: { replace: boolean }) => {
    const search = (before: Readonly<Record<string, unknown>>) => ({
      ...before,
      edit: undefined,
      schedule: undefined,
      ...parts,
    })
    // The router types the address of each page by itself. The form has asked about unsaved input before it is left.
    void navigate({ to: '.', search: search as never, resetScroll: false, ignoreBlocker: true, ...options })
  }
  return {
    edit: typeof edit === 'string' ? edit : undefined,
    isScheduling: schedule === true,
    openEdit: (id) => go({ edit: id }, { replace: false }),
    openSchedule: () => go({ schedule: true }, { replace: false }),
    close: () => go({}, { replace: true }),
  }
}
