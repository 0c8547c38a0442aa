import { useAddress } from '#ui/page/use-address.ts'

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
  const [{ edit, add }, change] = useAddress()
  const none = { edit: undefined, add: undefined }
  return {
    edit,
    isAdding: add === true,
    openEdit: (id) => change({ ...none, edit: id }, { ignoreBlocker: true }),
    openAdd: () => change({ ...none, add: true }, { ignoreBlocker: true }),
    // The form has asked about unsaved input before it is left this way.
    close: () => change(none, { ignoreBlocker: true, replace: true }),
  }
}
