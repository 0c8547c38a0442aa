import { useAddress } from '#ui/page/use-address.ts'

export interface SessionAddress {
  /** The id of the session whose form is open. */
  edit: string | undefined
  isScheduling: boolean
  openEdit: (id: string) => void
  openSchedule: () => void
  close: () => void
}

/** The open form is part of the URL, beside the list's own state: a link opens it, Back closes it. */
export function useSessionAddress(): SessionAddress {
  const [{ edit, schedule }, change] = useAddress()
  const none = { edit: undefined, schedule: undefined }
  return {
    edit,
    isScheduling: schedule === true,
    openEdit: (id) => change({ ...none, edit: id }, { ignoreBlocker: true }),
    openSchedule: () => change({ ...none, schedule: true }, { ignoreBlocker: true }),
    // The form has already asked about unsaved input.
    close: () => change(none, { ignoreBlocker: true, replace: true }),
  }
}
