import { CornerDownLeft } from 'lucide-react'
import { Header } from 'react-aria-components/Header'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Avatar } from '#ui/display/avatar.tsx'
import { StatusBadge } from '#features/sessions/sessions.ts'
import type { Entry, Section } from './palette-entries.ts'

interface PaletteListProps {
  sections: readonly Section[]
  typed: string
  isSearching: boolean
  /** Something was chosen. */
  onDone: () => void
}

export function PaletteList({ sections, typed, isSearching, onDone }: PaletteListProps) {
  return (
    <Menu
      aria-label="Results"
      renderEmptyState={() => (
        <output className="block px-3 py-8 text-center text-ink-3">
          {isSearching ? 'Searching…' : `Nothing found for “${typed.trim()}”`}
        </output>
      )}
      className="min-h-0 flex-1 overflow-auto p-2 outline-none sm:max-h-104"
    >
      {sections.map(({ title, entries }) => (
        <MenuSection key={title} aria-label={title}>
          <Header className="px-2.5 pt-2.5 pb-1.5 text-small font-semibold text-ink-3">{title}</Header>
          {entries.map((entry) => (
            <PaletteItem key={entry.id} entry={entry} typed={typed} onDone={onDone} />
          ))}
        </MenuSection>
      ))}
    </Menu>
  )
}

function PaletteItem({ entry, typed, onDone }: { entry: Entry; typed: string; onDone: () => void }) {
  const { id, label, hint, status, icon, href, onAction } = entry
  return (
    <MenuItem
      id={id}
      textValue={label}
      {...(href !== undefined && { href })}
      onAction={() => {
        onDone()
        onAction?.()
      }}
      className="group flex min-h-9.5 cursor-pointer items-center gap-2.5 rounded-control px-2.5 outline-none select-none focus:bg-accent-soft pointer-coarse:min-h-11 forced-colors:focus:outline-2"
    >
      <Picture icon={icon} />
      <span className="min-w-0 flex-1 truncate">
        <Marked text={label} part={typed.trim()} />
        {hint !== undefined && <span className="ml-2.5 text-label text-ink-3">{hint}</span>}
      </span>
      {status && <StatusBadge status={status} />}
      <span
        aria-hidden="true"
        className="hidden items-center gap-1.5 text-label text-ink-3 group-focus:flex max-sm:hidden!"
      >
        {href === undefined ? 'Do it' : 'Open'} <CornerDownLeft className="size-3.5" strokeWidth={1.75} />
      </span>
    </MenuItem>
  )
}

function Picture({ icon: Icon }: { icon: Entry['icon'] }) {
  if ('privs' in Icon) return <Avatar person={Icon} size={22} />
  return (
    <span className="flex w-5.5 shrink-0 justify-center text-ink-3">
      <Icon className="size-4" strokeWidth={1.75} />
    </span>
  )
}

/** Highlights the typed text in a name. */
function Marked({ text, part }: { text: string; part: string }) {
  const at = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <strong className="font-semibold">{text.slice(at, at + part.length)}</strong>
      {text.slice(at + part.length)}
    </>
  )
}
