import { useAddress } from '#ui/page/use-address.ts'

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
  const [{ edit, schedule }, change] = useAddress()
  const none = { edit: undefined, schedule: undefined }
  return {
    edit,
    isScheduling: schedule === true,
    openEdit: (id) => change({ ...none, edit: id }, { ignoreBlocker: true }),
    openSchedule: () => change({ ...none, schedule: true }, { ignoreBlocker: true }),
    // The form has asked about unsaved input before it is left this way.
    close: () => change(none, { ignoreBlocker: true, replace: true }),
  }
}
