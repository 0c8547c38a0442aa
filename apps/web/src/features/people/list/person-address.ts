import { useNavigate, useSearch } from '@tanstack/react-router'

interface PersonAddress {
  /** Whose form is open. */
  edit: string | undefined
  isAdding: boolean
  openEdit: (id: string) => void
  openAdd: () => void
  close: () => void
}

/** Which form is open stands in the address, beside the list's own state: a link opens it, Back closes it. */
export function usePersonAddress(): PersonAddress {
  const { edit, add }: { edit?: unknown; add?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (parts: { edit?: string; add?: true }, options: { replace: boolean }) => {
    const search = (before: Readonly<Record<string, unknown>>) => ({
      ...before,
      edit: undefined,
      add: undefined,
      ...parts,
    })
    // The router types the address of each page by itself; these forms stand on two of them. The form itself has
    // asked about unsaved input before it is left this way.
    void navigate({ to: '.', search: search as never, resetScroll: false, ignoreBlocker: true, ...options })
  }
  return {
    edit: typeof edit === 'string' && edit !== '' ? edit : undefined,
    isAdding: add === true,
    openEdit: (id) => go({ edit: id }, { replace: false }),
    openAdd: () => go({ add: true }, { replace: false }),
    close: () => go({}, { replace: true }),
  }
}
