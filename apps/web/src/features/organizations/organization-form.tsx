import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Organization } from '@parley/contract/organizations.ts'
import { writableOrganizationFields } from '@parley/contract/rules/people/organizations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { ApiProblem, messageOf } from '#platform/server/api-problem.ts'
import { dayText } from '#platform/time/dates.ts'
import { readToken } from '#platform/sign-in/token.ts'
import { FormSection, Wide } from '#ui/form/form-section.tsx'
import { LeaveGuard } from '#ui/form/leave-guard.tsx'
import { MoneyField } from '#ui/field/money-field.tsx'
import { NumberField } from '#ui/field/number-field.tsx'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { Select } from '#ui/choice/select.tsx'
import { Columns } from '#ui/page/side-section.tsx'
import { Switch } from '#ui/choice/switch.tsx'
import { TextArea } from '#ui/field/text-area.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useForm, useSeenVersion } from '#ui/form/use-form.ts'
import { organizationQuery, useUpdateOrganization } from './organization-queries.ts'
import { bodyOf, judgeOrganization, valuesOf, type OrganizationValues } from './organization-values.ts'
import { ZoneField } from './zone-field.tsx'
import { moneyText } from '@parley/contract/rules/billing/billing.ts'

const noShowPolicies = [
  { value: 'billed', label: 'Billed when the coach was there' },
  { value: 'free', label: 'Not billed' },
] as const

interface OrganizationFormProps {
  organization: Organization
  me: OwnProfile
  /** Above the form and beside it: the save bar spans both. */
  head: ReactNode
  side: ReactNode
}

/** The organization's own page, with a form for the fields that the viewer may write. */
export function OrganizationForm({ organization, me, head, side }: OrganizationFormProps) {
  const { form, element, save, update } = useOrganizationForm(organization)
  // A pending save is already shown as saved, but may still be refused.
  const isHeld = () => (form.changed.length > 0 || update.isPending) && readToken() !== null
  return (
    <>
      <Columns
        main={
          <>
            {head}
            <form ref={element} noValidate onSubmit={(event) => event.preventDefault()} className="pt-6">
              <h2 className="mb-4 text-title font-semibold">Details</h2>
              <OrganizationFields {...{ organization, me, form }} />
            </form>
          </>
        }
        side={side}
      />
      <SaveBar
        changes={form.changed.length}
        isSaving={update.isPending}
        onDiscard={() => form.discard()}
        onSave={save}
      />
      <LeaveGuard isHeld={isHeld} />
    </>
  )
}

interface OrganizationFieldsProps {
  organization: Organization
  me: OwnProfile
  form: ReturnType<typeof useOrganizationForm>['form']
}

// Long, because the page has this many fields; it decides nothing but who may write them.
function OrganizationFields({ organization, me, form }: OrganizationFieldsProps) {
  const viewer = { id: me.id, privs: me.privs, organizationId: me.organization_id }
  const mayWrite = (field: keyof OrganizationValues) =>
    writableOrganizationFields(viewer, organization.id).includes(field)
  const { field } = form
  const zone = field('time_zone')
  const noShow = field('no_show_billed')
  const flag = (
    name: 'waiting_room' | 'chat_files' | 'streamed_app' | 'two_factor_required' | 'copies_told',
  ) => {
    const { value, onChange } = field(name)
    return { isSelected: value, onChange, isDisabled: !mayWrite(name) }
  }
  return (
    <div>
      <FormSection level={3} title="Names" text="The display name is on invoices and emails.">
        <TextField {...field('displayName')} label="Organization Name" autoComplete="off" />
        {mayWrite('name') && (
          <TextField
            {...field('name')}
            label="Name"
            hint="Internal, for admins only"
            autoComplete="off"
            spellCheck="false"
          />
        )}
      </FormSection>
      <FormSection level={3} title="Billing">
        <Wide>
          <TextArea {...field('billingAddress')} label="Billing Address" rows={3} />
        </Wide>
        <MoneyField
          {...field('rate')}
          label="Billing Rate"
          unit="per hour"
          isReadOnly={!mayWrite('rate')}
          hint={rateHint(organization, mayWrite('rate'))}
        />
        <Select
          label="No-show calls"
          options={noShowPolicies}
          value={noShow.value ? 'billed' : 'free'}
          onChange={(policy) => noShow.onChange(policy === 'billed')}
          isDisabled={!mayWrite('no_show_billed')}
          hint={mayWrite('no_show_billed') ? 'applies from next month' : 'Set by an admin'}
        />
        <TextField {...field('billingEmail')} label="Billing email" type="email" isOptional />
      </FormSection>
      <FormSection level={3} title="Guests" text="Shown to guests on every waiting and error page.">
        <Wide>
          <TextArea {...field('contact')} label="Contact" rows={2} isOptional />
        </Wide>
      </FormSection>
      <FormSection level={3} title="Defaults" text="For people who have not chosen their own.">
        <ZoneField value={zone.value} onChange={zone.onChange} error={zone.error} />
      </FormSection>
      <FormSection level={3} title="Calls" text="What clients and coaches may use in a call.">
        <div className="flex flex-col gap-3 @lg:col-span-2">
          <Switch {...flag('waiting_room')} hint="A guest waits until the coach lets them in.">
            Waiting room
          </Switch>
          <Switch {...flag('chat_files')}>Files in the chat</Switch>
          <Switch {...flag('streamed_app')}>Streamed application</Switch>
        </div>
      </FormSection>
      <FormSection level={3} title="Security">
        <Wide>
          <Switch {...flag('two_factor_required')} hint="People without it have to set it up first.">
            Two-factor sign-in required for everyone
          </Switch>
        </Wide>
        <NumberField
          {...field('retention_days')}
          label="Keep data of deleted people"
          hint="Days, at least 30"
          formatOptions={{ maximumFractionDigits: 0 }}
        />
        <Wide>
          <Switch {...flag('copies_told')} hint="When an admin makes a copy of their data.">
            Email people about copies of their data
          </Switch>
        </Wide>
      </FormSection>
    </div>
  )
}

/** A rate changed this month counts from the next one: the hint gives the rate that counts until then. */
function rateHint({ rateUntil, time_zone }: Organization, mayWrite: boolean): string {
  if (!rateUntil) return mayWrite ? 'applies from next month' : 'Set by an admin'
  const lastDay = dayText(time_zone, Date.parse(rateUntil.until) - 1)
  return `${moneyText(rateUntil.rate)} applies until ${lastDay}`
}

function useOrganizationForm(organization: Organization) {
  const client = useQueryClient()
  const form = useForm({ saved: valuesOf(organization), judge: judgeOrganization })
  const element = useRef<HTMLFormElement>(null)
  const update = useUpdateOrganization(organization)
  const version = useSeenVersion(organization.version, form.changed.length > 0)

  /** Shows others' changes; the person's own input stays over them, to be saved or dropped. */
  const reload = () => {
    version.refuse()
    void client.prefetchQuery({ ...organizationQuery(organization.id), staleTime: 0 })
  }
  const save = () => {
    if (update.isPending || !form.isGood(element.current)) return
    update.mutate(
      { ...bodyOf(form.changes), version: version.current },
      {
        onSuccess: () => {
          form.discard(form.changed)
          toast.success('Organization saved')
        },
        onError: (error) => {
          if (error instanceof ApiProblem) form.refuse(error.errors)
          if (error instanceof ApiProblem && error.code === 'stale') reload()
          toast.error('Error updating organization', messageOf(error))
        },
      },
    )
  }
  return { form, element, save, update }
}
