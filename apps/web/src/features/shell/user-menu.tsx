import type { OwnProfile } from '@parley/contract/identity.ts'
import { installers } from '@parley/contract/content/written.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Download, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { pageIcons } from '#platform/page-icons.ts'
import { pages, pagesAt } from '#platform/pages.ts'
import { queryOf } from '#platform/server/queries.ts'
import { useNow } from '#platform/time/clock.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { chooseTheme, useTheme, type Theme } from '#platform/theme.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Menu, MenuItem, MenuRule, MenuSection, MenuTrigger } from '#ui/overlay/menu.tsx'
import { PlainButton } from '#ui/button/button.tsx'
import { lazyPart, OverlayFailure } from '#ui/page/lazy-part.tsx'
import { loadInstaller } from '#features/content/content.ts'
import { useLogOut } from './use-log-out.tsx'
import { zoneText } from './zone-clock.tsx'

const InstallerModal = lazyPart(loadInstaller, OverlayFailure)

export function UserMenu({ me }: { me: OwnProfile }) {
  const [isInstalling, setIsInstalling] = useState<boolean>()
  const { logOut, question } = useLogOut(me)
  // These addresses change only when an operator sets them and restarts the portal.
  const { data } = useQuery({ ...queryOf(installers, {}), staleTime: Infinity })
  const offered = data?.platforms ?? []
  return (
    <>
      <AccountMenu
        me={me}
        onInstall={offered.length > 0 ? () => setIsInstalling(true) : undefined}
        onLogOut={logOut}
      />
      {question}
      {isInstalling !== undefined && (
        <InstallerModal offered={offered} isOpen={isInstalling} onClose={() => setIsInstalling(false)} />
      )}
    </>
  )
}

interface AccountMenuProps {
  me: OwnProfile
  /** Undefined if the operator offers no desktop app. */
  onInstall: (() => void) | undefined
  onLogOut: () => void
}

function AccountMenu({ me, onInstall, onLogOut }: AccountMenuProps) {
  return (
    <MenuTrigger>
      <PlainButton className="flex h-(--control) cursor-pointer items-center gap-2 rounded-control px-2 font-medium hover:bg-hover pressed:bg-sunken">
        <Avatar person={me} size={28} />
        <span className="max-w-48 truncate max-lg:sr-only lg:max-xl:max-w-24">{nameOf(me)}</span>
        <ChevronDown className="size-3.5 text-ink-3 max-lg:hidden" />
      </PlainButton>
      <Menu aria-label="Your account" head={<AccountSummary me={me} />}>
        {pagesAt('user menu', me.privs).map((key) => {
          const Icon = pageIcons[key]
          return (
            <MenuItem key={key} href={pages[key].path} icon={<Icon />}>
              {key === 'profile' ? 'Update Profile' : pages[key].name}
            </MenuItem>
          )
        })}
        {onInstall && (
          <MenuItem icon={<Download />} onAction={onInstall}>
            Download Parley
          </MenuItem>
        )}
        <MenuRule />
        <ThemeChoice />
        <MenuRule />
        <MenuItem icon={<LogOut />} onAction={onLogOut}>
          Logout
        </MenuItem>
      </Menu>
    </MenuTrigger>
  )
}

function AccountSummary({ me }: { me: OwnProfile }) {
  const now = useNow()
  return (
    <div className="max-w-80 border-b border-line px-3.5 pt-3 pb-2.5 wrap-anywhere max-sm:max-w-none max-sm:px-4.5 max-sm:pt-4">
      <p className="font-semibold">{nameOf(me)}</p>
      <p className="text-label text-ink-3">
        {me.username}
        {me.organization && ` · ${me.organization.displayName}`}
      </p>
      <p className="mt-1 text-small text-ink-3">{zoneText(me, now)}</p>
    </div>
  )
}

const themes: { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
]

function ThemeChoice() {
  const chosen = useTheme()
  return (
    <MenuSection
      title="Theme"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const picked = themes.find(({ theme }) => keys !== 'all' && keys.has(theme))
        if (picked) chooseTheme(picked.theme)
      }}
    >
      {themes.map(({ theme, label, Icon }) => (
        <MenuItem key={theme} id={theme} icon={<Icon />}>
          {label}
        </MenuItem>
      ))}
    </MenuSection>
  )
}
