import { installer } from '@parley/contract/content/written.ts'
import { platformNames, platformOf, type Platform } from '@parley/contract/rules/platforms.ts'
import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { queryOf } from '#platform/server/queries.ts'
import { Button } from '#ui/button/button.tsx'
import { Mark } from '#ui/display/mark.tsx'
import { Note } from '#ui/display/note.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'

interface InstallerModalProps {
  /** The platforms that have a download; at least one. */
  offered: readonly Platform[]
  isOpen: boolean
  onClose: () => void
}

/** Offers the desktop app, and says what the computer will ask before it runs it. */
export function InstallerModal({ offered, isOpen, onClose }: InstallerModalProps) {
  return (
    <Modal place="question" isOpen={isOpen} onOpenChange={(isWanted) => !isWanted && onClose()}>
      <Installer offered={offered} onClose={onClose} />
    </Modal>
  )
}

function Installer({ offered, onClose }: Pick<InstallerModalProps, 'offered' | 'onClose'>) {
  const own = platformOf(navigator.userAgent)
  const [platform, setPlatform] = useState<Platform>(
    offered.find((each) => each === own) ?? offered[0] ?? 'windows',
  )
  const link = useQuery(queryOf(installer, { query: { platform } }))
  const download = () => {
    // A new window, so that a call or a form stays open even if the link is a page.
    window.open(link.data?.installerLink, '_blank', 'noopener')
    onClose()
  }
  return (
    <>
      <DialogTitle>Download Parley</DialogTitle>
      <p className="mt-2 text-ink-2">
        The desktop app keeps calls in a window of their own. You can keep using the browser.
      </p>
      <div className="mt-5 flex items-center gap-4 rounded-panel bg-sunken px-4 py-3.5">
        <Mark className="size-10" />
        <p className="font-semibold">Parley for {platformNames[platform]}</p>
      </div>
      <div className="mt-2 flex gap-2">
        {offered
          .filter((each) => each !== platform)
          .map((each) => (
            <Button key={each} look="quiet" size="small" onPress={() => setPlatform(each)}>
              {platformNames[each]}
            </Button>
          ))}
      </div>
      <div className="mt-4 flex-1">
        {link.error ? (
          <Note kind="error">Could not retrieve the download link.</Note>
        ) : (
          <Note kind="info" icon={Info}>
            Your computer will ask whether you trust this program, and may need an administrator’s password.
          </Note>
        )}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button onPress={onClose}>Never Mind</Button>
        <Button look="primary" isPending={link.isPending} isDisabled={link.isError} onPress={download}>
          I Understand
        </Button>
      </div>
    </>
  )
}
