import { useId, type ReactNode, type SubmitEvent } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Drawer } from '#ui/overlay/drawer.tsx'
import type { PersonForm } from './person-values.ts'

interface PersonDrawerProps {
  title: string
  /** The verb on the button that saves. */
  act: string
  form: PersonForm
  isOpen: boolean
  isSaving: boolean
  /** Saving is not possible; a line in the form says why. */
  isLocked?: boolean
  onSave: () => void
  onClose: () => void
  /** Shown at the left of the footer while the form has no errors. */
  extra?: ReactNode
  children: ReactNode
}

/** The drawer around a person's form: it validates before saving and asks before discarding unsaved input. */
export function PersonDrawer(props: PersonDrawerProps) {
  const { title, act, form, isOpen, isSaving, isLocked = false, onSave, onClose, extra, children } = props
  const id = useId()
  const hasUnsavedInput = form.changed.length > 0
  const errors = errorCount(form)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSaving && !isLocked && form.isGood(event.currentTarget)) onSave()
  }
  return (
    <Drawer
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      hasUnsavedInput={hasUnsavedInput}
      isHeld={isSaving}
      footer={footOf({ form: id, act, errors, isSaving, isLocked, extra })}
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4.5">
        {children}
      </form>
    </Drawer>
  )
}

const errorCount = ({ values, field }: PersonForm): number =>
  // `Object.keys` is typed as `string[]`.
  (Object.keys(values) as (keyof typeof values)[]).filter((name) => field(name).error !== undefined).length

interface Foot {
  form: string
  act: string
  errors: number
  isSaving: boolean
  isLocked: boolean
  extra: ReactNode
}

/** Cancel and save buttons; at the left the number of errors, or the extra action if there are none. */
const footOf =
  ({ form, act, errors, isSaving, isLocked, extra }: Foot) =>
  (leave: () => void) => (
    <>
      <output className="mr-auto text-label text-ink-3 empty:hidden">
        {errors > 0 && `${errors} ${errors === 1 ? 'field' : 'fields'} to fix`}
      </output>
      {errors === 0 && extra}
      <Button look="quiet" isDisabled={isSaving} onPress={leave}>
        Never mind
      </Button>
      <Button type="submit" form={form} look="primary" isPending={isSaving} isDisabled={isLocked}>
        {act}
      </Button>
    </>
  )
