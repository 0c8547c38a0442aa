import { useAddress } from '#ui/page/use-address.ts'

interface PersonAddress {
  /** The id of the person whose form is open. */
  edit: string | undefined
  isAdding: boolean
  openEdit: (id: string) => void
  openAdd: () => void
  close: () => void
}

/** The open form is part of the URL, beside the list's own state: a link opens it, Back closes it. */
export function usePersonAddress(): PersonAddress {
  const [{ edit, add }, change] = useAddress()
  const none = { edit: undefined, add: undefined }
  return {
    edit,
    isAdding: add === true,
    openEdit: (id) => change({ ...none, edit: id }, { ignoreBlocker: true }),
    openAdd: () => change({ ...none, add: true }, { ignoreBlocker: true }),
    // The form has already asked about unsaved input.
    close: () => change(none, { ignoreBlocker: true, replace: true }),
  }
}
