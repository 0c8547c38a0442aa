import type { OwnProfile } from '@parley/contract/identity.ts'
import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, PlainButton } from '#ui/button/button.tsx'
import { KeyCap, modifierKey, useShortcuts, type ShortcutScope } from '#ui/keys/shortcuts.tsx'
import { lazyPart, OverlayFailure } from '#ui/page/lazy-part.tsx'
import { beginTypeAhead, type TypeAhead } from '#ui/keys/type-ahead.ts'

// Each is loaded when it is first opened: most pages need neither.
const PaletteDialog = lazyPart(
  async () => (await import('./palette-dialog.tsx')).PaletteDialog,
  OverlayFailure,
)
const ShortcutsDialog = lazyPart(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  OverlayFailure,
)

const everywhere: ShortcutScope<'palette' | 'shortcuts'> = {
  title: 'Everywhere',
  shortcuts: [
    { id: 'palette', keys: ['Mod', 'K'], text: 'Search or jump to' },
    { id: 'shortcuts', keys: ['?'], text: 'Show this list' },
    { keys: ['Esc'], text: 'Close what is open' },
  ],
}

/** The search in the top bar. It opens the palette, as Ctrl+K does anywhere; `?` lists the shortcuts. */
export function Palette({ me }: { me: OwnProfile }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts'>()
  const close = () => setOpen(undefined)
  // Once loaded it stays mounted, so that it can fade out.
  const [hasOpened, setHasOpened] = useState({ palette: false, shortcuts: false })
  // After Ctrl+K people type on at once, even before the palette is loaded.
  const ahead = useRef<TypeAhead>(undefined)
  const show = (dialog: 'palette' | 'shortcuts') => {
    ahead.current?.take()
    ahead.current = dialog === 'palette' ? beginTypeAhead(close) : undefined
    setOpen(dialog)
    setHasOpened((before) => ({ ...before, [dialog]: true }))
  }
  useShortcuts(everywhere, { palette: () => show('palette'), shortcuts: () => show('shortcuts') })
  return (
    <>
      <PlainButton
        aria-keyshortcuts="Control+K Meta+K"
        onPress={() => show('palette')}
        className="flex h-8 w-70 min-w-0 cursor-pointer items-center gap-2 rounded-control border border-line bg-canvas px-2.5 text-label text-ink-3 hover:border-line-2 max-lg:hidden lg:max-xl:w-40"
      >
        <Search className="size-3.5" strokeWidth={1.75} />
        <span className="min-w-0 flex-1 truncate text-left">Search or jump to</span>
        <span aria-hidden="true" className="flex gap-1.5 max-xl:hidden">
          <KeyCap>{modifierKey()}</KeyCap>
          <KeyCap>K</KeyCap>
        </span>
      </PlainButton>
      <div className="lg:hidden">
        <Button look="quiet" size="icon" aria-label="Search or jump to" onPress={() => show('palette')}>
          <Search />
        </Button>
      </div>
      {hasOpened.palette && (
        <PaletteDialog
          me={me}
          isOpen={open === 'palette'}
          takeTyped={() => ahead.current?.take() ?? ''}
          onClose={close}
          onShortcuts={() => show('shortcuts')}
        />
      )}
      {hasOpened.shortcuts && <ShortcutsDialog isOpen={open === 'shortcuts'} onClose={close} />}
    </>
  )
}
