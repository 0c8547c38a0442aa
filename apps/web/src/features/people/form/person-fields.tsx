import type { OwnProfile } from '@parley/contract/identity.ts'
import { problems } from '@parley/contract/wire/problems.ts'
import { isAtLeast, levels } from '@parley/contract/rules/people/levels.ts'
import { grantableLevels, mayGrant, type PersonField } from '@parley/contract/rules/people/people.ts'
import type { ReactNode } from 'react'
import { useNow } from '#platform/time/clock.ts'
import { zoneSource, zoneText } from '#platform/time/zone-options.ts'
import { ComboBox } from '#ui/choice/combo-box.tsx'
import type { Options } from '#ui/choice/options.ts'
import { Select } from '#ui/choice/select.tsx'
import { Switch } from '#ui/choice/switch.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { levelName, levelWords } from '#features/people/person-words.ts'
import { bare, clientSource, coachSource, organizationSource } from '#features/people/person-selectors.ts'
import { isAssessor, type Kind, type PersonForm } from './person-values.ts'

interface PersonFieldsProps {
  kind: Kind
  me: OwnProfile
  form: PersonForm
  mayWrite: (field: PersonField) => boolean
  /** Only a new person can be copied from another. */
  isNew: boolean
}

/** The fields of a client or a coach that the viewer may see. */
export function PersonFields(props: PersonFieldsProps) {
  const { kind, me, form, mayWrite, isNew } = props
  const text = (name: 'first_name' | 'last_name' | 'username' | 'email') => ({
    ...form.field(name),
    isReadOnly: !mayWrite(name),
    autoComplete: 'off',
    spellCheck: 'false' as const,
  })
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-4.5">
      <TextField {...text('first_name')} label="First name" />
      <TextField {...text('last_name')} label="Last name" />
      <Wide>
        <TextField
          {...text('username')}
          label="Username"
          hint={
            kind === 'client'
              ? 'Not needed for calls. It tells people with the same name apart.'
              : 'For signing in.'
          }
        />
      </Wide>
      <Wide>
        <TextField {...text('email')} label="Email" type="email" placeholder="name@example.com" />
      </Wide>
      <OrganizationField {...props} />
      {kind === 'client' && isAtLeast(me.privs, 'OrgAdmin') && <CoachField {...props} />}
      {kind === 'coach' && <LevelField {...props} />}
      <div className={isNew ? 'max-sm:col-span-2' : 'col-span-2'}>
        <ZoneField {...props} />
      </div>
      {isNew && (
        <div className="max-sm:col-span-2">
          <Chooser
            form={form}
            name="copy_id"
            label="Copy from"
            placeholder={kind === 'client' ? 'Another client' : 'Another coach'}
            options={kind === 'client' ? clientSource : coachSource(undefined)}
            isOptional
          />
        </div>
      )}
      {kind === 'coach' && (
        <Wide>
          <Switch
            isSelected={isAssessor(form.values)}
            onChange={(isOn) => form.set('is_assessor', isOn)}
            isDisabled={!mayWrite('is_assessor')}
            {...assessorHint(form.values)}
          >
            May assess clients
          </Switch>
        </Wide>
      )}
    </div>
  )
}

/** The level decides until somebody sets the switch; the hint says so. */
const assessorHint = ({ is_assessor, privs }: PersonForm['values']) =>
  is_assessor === null &&
  privs !== null && {
    hint:
      privs === levels.Coach
        ? "On because the level is Coach. Turn it off if they shouldn't."
        : 'Off because the level is above Coach. Turn it on if they should.',
  }

const Wide = ({ children }: { children: ReactNode }) => <div className="col-span-2">{children}</div>

interface ChooserProps {
  form: PersonForm
  name: 'organization_id' | 'coach_id' | 'copy_id'
  label: string
  placeholder: string
  options: Options
  isOptional?: boolean
  hint?: string
  onChosen?: () => void
}

function Chooser({ form, name, onChosen, ...props }: ChooserProps) {
  const { value, error, onChange } = form.field(name)
  return (
    <ComboBox
      {...props}
      value={value}
      error={error}
      onChange={(option) => {
        onChange(option && bare(option))
        onChosen?.()
      }}
    />
  )
}

/** Hidden for clients if the viewer is below Admin. Read-only for viewers who may not change it. */
function OrganizationField({ kind, me, form, mayWrite }: PersonFieldsProps) {
  const mayChoose = isAtLeast(me.privs, 'Admin') && mayWrite('organization_id')
  if (!isAtLeast(me.privs, 'Admin') && kind === 'client') return null
  if (!mayChoose) {
    const shown = form.values.organization_id?.label ?? 'None'
    return (
      <Wide>
        <TextField label="Organization" value={shown} isReadOnly />
      </Wide>
    )
  }
  return (
    <Wide>
      <Chooser
        form={form}
        name="organization_id"
        label="Organization"
        placeholder="Choose an organization"
        options={organizationSource}
        {...(kind === 'client' &&
          form.values.organization_id === null && { hint: "If left empty, the coach's is used." })}
        // A client and their coach share an organization, so a new organization clears the coach.
        onChosen={() => form.set('coach_id', null)}
      />
    </Wide>
  )
}

function CoachField({ form, mayWrite }: PersonFieldsProps) {
  const { organization_id, coach_id } = form.values
  if (!mayWrite('coach_id')) {
    return (
      <Wide>
        <TextField label="Coach" value={coach_id?.label ?? 'None'} isReadOnly />
      </Wide>
    )
  }
  return (
    <Wide>
      <Chooser
        form={form}
        name="coach_id"
        label="Coach"
        placeholder="Nobody yet"
        options={coachSource(organization_id === null ? undefined : String(organization_id.value))}
        isOptional
      />
    </Wide>
  )
}

/**
 * The levels above Client up to the viewer's own. A higher level that the person already has is shown but can't be chosen.
 */
function LevelField({ me, form, mayWrite }: PersonFieldsProps) {
  const { value, error, onChange, onBlur } = form.field('privs')
  const present = value === null ? [] : [levelName(value)]
  const grantable = grantableLevels(me)
  const isTooHigh = value !== null && !mayGrant(me, value)
  const names = [...new Set([...grantable, ...present])]
  return (
    <Wide>
      <Select
        label="Priv level"
        placeholder="Choose a level"
        options={names.map((name) => ({
          value: name,
          label: name,
          hint: levelWords[name],
          isDisabled: !grantable.includes(name),
        }))}
        value={value === null ? null : levelName(value)}
        error={error ?? (isTooHigh ? problems.above_self.text : undefined)}
        onChange={(name) => onChange(levels[name])}
        onBlur={onBlur}
        isDisabled={!mayWrite('privs')}
      />
    </Wide>
  )
}

function ZoneField({ me, form, mayWrite }: PersonFieldsProps) {
  const now = useNow()
  const { value, error, onChange } = form.field('time_zone')
  const own = me.organization_id !== null && form.values.organization_id?.value === me.organization_id
  const usual = own && me.organization ? zoneText(me.organization.time_zone, now) : undefined
  return (
    <ComboBox
      label="Time zone"
      placeholder={usual ?? "The organization's"}
      options={zoneSource}
      value={value === null ? null : { value, label: zoneText(value, now) }}
      error={error}
      onChange={(option) => onChange(option && String(option.value))}
      isDisabled={!mayWrite('time_zone')}
      isOptional
    />
  )
}
