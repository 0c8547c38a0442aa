import type { OwnProfile } from '@parley/contract/identity.ts'
import { LogOut, Menu, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pageIcons } from '#platform/page-icons.ts'
import { pages, pagesAt } from '#platform/pages.ts'
import { Button, PlainButton } from '#ui/button/button.tsx'
import { PlainLink } from '#ui/button/link.tsx'
import { Wordmark } from '#ui/display/mark.tsx'
import { Modal } from '#ui/overlay/modal.tsx'
import { AreaLinks, entryStyles } from './area-links.tsx'
import { SidebarFoot } from './sidebar.tsx'
import { useLogOut } from './use-log-out.tsx'

/** Below 1024 px: the sidebar over the page, opened from the top bar. It has Help and Logout too. */
export function SidebarDrawer({ me }: { me: OwnProfile }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  useCloseOnWide(close)
  const { logOut, question } = useLogOut(me)
  return (
    <div className="lg:hidden">
      <Button look="quiet" size="icon" aria-label="Menu" onPress={() => setIsOpen(true)}>
        <Menu />
      </Button>
      <Modal place="left" label="Menu" isOpen={isOpen} onOpenChange={setIsOpen}>
        <div className="flex h-19 shrink-0 items-center justify-between pr-3 pl-4.5">
          <Wordmark />
          <Button look="quiet" size="icon" aria-label="Close menu" onPress={close}>
            <X />
          </Button>
        </div>
        <div className="px-3 pb-4">
          <AreaLinks privs={me.privs} size="large" onLeave={close} />
        </div>
        <div className="mt-auto">
          <SidebarFoot me={me} size="large" onLeave={close} />
        </div>
        <div className="flex flex-col border-t border-line px-3 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
          {pagesAt('drawer', me.privs).map((key) => {
            const Icon = pageIcons[key]
            return (
              <PlainLink
                key={key}
                to={pages[key].path}
                onClick={close}
                className={entryStyles({ size: 'large' })}
              >
                <Icon />
                {pages[key].name}
              </PlainLink>
            )
          })}
          <PlainButton onPress={logOut} className={entryStyles({ size: 'large' })}>
            <LogOut />
            Logout
          </PlainButton>
        </div>
      </Modal>
      {question}
    </div>
  )
}

/** A window made wider shows the real sidebar: the drawer must not keep the focus. */
function useCloseOnWide(close: () => void): void {
  useEffect(() => {
    const wide = matchMedia('(min-width: 64rem)')
    const onChange = () => wide.matches && close()
    wide.addEventListener('change', onChange)
    return () => wide.removeEventListener('change', onChange)
  })
}
