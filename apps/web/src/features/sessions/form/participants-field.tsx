import { constants } from '@parley/contract/rules/constants.ts'
import { CircleAlert, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Avatar } from '#ui/display/avatar.tsx'
import { Button, PlainButton } from '#ui/button/button.tsx'
import { OptionList } from '#ui/choice/option-list.tsx'
import type { Option, OptionSource } from '#ui/choice/options.ts'
import { Popover, PopoverTrigger } from '#ui/overlay/popover.tsx'
import { isPersonOption, type PersonOption } from './person-options.ts'

interface ParticipantsFieldProps {
  value: readonly PersonOption[]
  options: OptionSource
  error: string | undefined
  isDisabled: boolean
  onChange: (people: PersonOption[]) => void
}

const max = constants.orgParticipantsMax

/** Up to ten people, each with a button to remove them. */
export function ParticipantsField({ value, options, error, isDisabled, onChange }: ParticipantsFieldProps) {
  const id = useId()
  const choose = (chosen: readonly Option[]) =>
    onChange(
      chosen.flatMap((option) => {
        const known = value.find((each) => each.value === option.value)
        return known ?? (isPersonOption(option) ? [option] : [])
      }),
    )
  return (
    <fieldset aria-labelledby={`${id}-label`} className="flex min-w-0 flex-col gap-1.5">
      <div className="flex justify-between text-label">
        <span id={`${id}-label`} className="font-medium">
          Participants
        </span>
        <span className="font-figures text-ink-3">
          {value.length} of {max}
        </span>
      </div>
      <div
        className={`flex flex-wrap gap-1.5 rounded-control border p-1.5 ${
          error === undefined ? 'border-control-line' : 'border-red inset-ring inset-ring-red'
        } ${isDisabled ? 'border-line-2 bg-sunken' : 'bg-surface'}`}
      >
        {value.map((person) => (
          <PersonChip
            key={person.value}
            person={person}
            isDisabled={isDisabled}
            onRemove={() => onChange(value.filter((each) => each !== person))}
          />
        ))}
        {!isDisabled && (
          <PopoverTrigger>
            <Button look="quiet" size="small" icon={<Plus />}>
              Add people
            </Button>
            <Popover label="Participants">
              <div className="p-1 pt-2.5">
                <OptionList
                  label="Participants"
                  options={options}
                  mode="multiple"
                  chosen={value.map((person) => person.value)}
                  onChange={choose}
                  autoFocus
                />
              </div>
            </Popover>
          </PopoverTrigger>
        )}
      </div>
      {error !== undefined && (
        <span role="alert" className="flex gap-1.5 text-label font-medium text-red-ink">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </span>
      )}
    </fieldset>
  )
}

interface PersonChipProps {
  person: PersonOption
  isDisabled: boolean
  onRemove: () => void
}

const PersonChip = ({ person, isDisabled, onRemove }: PersonChipProps) => (
  <span className="flex h-7 max-w-full items-center gap-2 rounded-tag bg-sunken pl-1 text-label pointer-coarse:h-11">
    <Avatar person={person.person} size={22} />
    <span className="truncate">{person.label}</span>
    {isDisabled ? (
      <span className="w-1" />
    ) : (
      <PlainButton
        aria-label={`Remove ${person.label}`}
        onPress={onRemove}
        className="flex h-full w-7 cursor-pointer items-center justify-center rounded-tag text-ink-3 hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:w-11"
      >
        <X className="size-3.5" />
      </PlainButton>
    )}
  </span>
)
