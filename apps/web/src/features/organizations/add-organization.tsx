import type { OrganizationField } from '@parley/contract/rules/people/organizations.ts'
import { useRef, type SubmitEvent } from 'react'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { browserZone } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { Drawer } from '#ui/overlay/drawer.tsx'
import { MoneyField } from '#ui/field/money-field.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useForm } from '#ui/form/use-form.ts'
import { useCreateOrganization } from './organization-queries.ts'
import { bodyOf, judgeOrganization, usualFields, type OrganizationValues } from './organization-values.ts'
import { ZoneField } from './zone-field.tsx'

/** 'Add Organization': the fields that an organization needs; the others are on its profile. */
export function AddOrganization({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return isOpen ? <AddDrawer onClose={onClose} /> : null
}

type NewOrganization = Pick<
  OrganizationValues,
  Extract<
    OrganizationField,
    'name' | 'displayName' | 'billingAddress' | 'rate' | 'time_zone' | 'contact' | 'billingEmail'
  >
>

const empty = (): NewOrganization => ({
  name: '',
  displayName: '',
  billingAddress: '',
  rate: Number.NaN,
  time_zone: browserZone(),
  contact: '',
  billingEmail: '',
})

/** The other fields get the database's defaults, which break no rule. */
const judgeNew = (values: NewOrganization) => {
  const { retention_days: _, ...faults } = judgeOrganization({ ...usualFields, ...values })
  return faults
}

function AddDrawer({ onClose }: { onClose: () => void }) {
  const form = useForm({ saved: empty(), judge: judgeNew })
  const element = useRef<HTMLFormElement>(null)
  const create = useCreateOrganization()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (create.isPending || !form.isGood(element.current)) return
    create.mutate(bodyOf(form.values), {
      onSuccess: ({ displayName }) => {
        toast.success(`${displayName} was added`)
        onClose()
      },
      onError: (error) => {
        if (error instanceof ApiProblem) form.refuse(error.errors)
        toast.error('Error creating organization', messageOf(error))
      },
    })
  }
  const zone = form.field('time_zone')
  return (
    <Drawer
      title="Add Organization"
      isOpen
      onClose={onClose}
      hasUnsavedInput={form.changed.length > 0 && !create.isSuccess}
      isHeld={create.isPending}
      footer={(leave) => (
        <>
          <Button look="quiet" isDisabled={create.isPending} onPress={leave}>
            Never mind
          </Button>
          <Button look="primary" type="submit" form="add-organization" isPending={create.isPending}>
            Add Organization
          </Button>
        </>
      )}
    >
      <form
        ref={element}
        id="add-organization"
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-4.5"
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the drawer was opened to write this */}
        <TextField {...form.field('displayName')} label="Organization Name" autoFocus autoComplete="off" />
        <TextField
          {...form.field('name')}
          label="Name"
          hint="Internal, for admins only"
          autoComplete="off"
          spellCheck="false"
        />
        <TextArea {...form.field('billingAddress')} label="Billing Address" rows={3} />
        <MoneyField {...form.field('rate')} label="Billing Rate" unit="per hour" />
        <ZoneField value={zone.value} onChange={zone.onChange} error={zone.error} />
        <TextField {...form.field('billingEmail')} label="Billing email" type="email" isOptional />
        <TextArea
          {...form.field('contact')}
          label="Contact"
          rows={2}
          isOptional
          hint="Shown to guests on every waiting and error page"
        />
      </form>
    </Drawer>
  )
}
