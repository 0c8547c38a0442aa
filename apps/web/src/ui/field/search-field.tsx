import { Search, X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import { fieldBoxStyles } from './field-styles.ts'

interface SearchFieldProps {
  label: string
  /** Shown while the field is empty. Default: the label. */
  placeholder?: string
  value: string
  onChange: (value: string) => void
  autoFocus?: boolean
}

/** A field for search words. Esc and its clear button empty it. */
export function SearchField({
  label,
  placeholder = label,
  value,
  onChange,
  autoFocus = false,
}: SearchFieldProps) {
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      // The API accepts no more.
      maxLength={200}
      // For a dialog that opens for searching. On the input itself autofocus would come too early: a form around the
      // dialog still holds the focus then.
      autoFocus={autoFocus}
      className="group relative w-full self-start"
    >
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
        strokeWidth={1.75}
      />
      <Input
        placeholder={placeholder}
        className={`${fieldBoxStyles({ leading: 'icon', trailing: 'icon' })} text-ellipsis [&::-webkit-search-cancel-button]:hidden`}
      />
      <Button className="absolute inset-y-0 right-0 flex w-9 cursor-pointer items-center justify-center rounded-control text-ink-3 group-empty:hidden hover:text-ink pointer-coarse:w-11">
        <X className="size-4" strokeWidth={1.75} />
      </Button>
    </AriaSearchField>
  )
}
