import type { OwnProfile } from '@parley/contract/identity.ts'
import { useEffect, useState } from 'react'
import { onSessionEnd } from '#platform/sign-in/token.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { DialogTitle, Modal } from '#ui/overlay/modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { dropOutdatedChats, forgetRead } from '#features/chat/model/kept-chats.ts'
import { UnsentWords, useKeptWords } from './unsent-words.tsx'

const about = 'unsent chat messages'

/** On every page of the portal: the messages that this person could not send in a call, until they send or discard them. */
export function UnsentMessages({ me }: { me: OwnProfile }) {
  const words = useKeptWords(me.id)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => dropOutdatedChats(Date.now()), [])
  useEffect(() => onSessionEnd((end) => forgetRead(me.id, Date.now(), end === 'role_lost')), [me.id])
  const count = words.length
  useEffect(() => {
    if (count === 0) return undefined
    toast.warning(
      count === 1 ? 'A chat message was not sent' : `${count} chat messages were not sent`,
      'Kept on this device for 24 hours.',
      { about, act: { label: 'Show', onAction: () => setIsOpen(true) } },
    )
    return () => toast.closeAbout(about)
  }, [count])
  return (
    <Modal place="center" isOpen={isOpen && count > 0} onOpenChange={setIsOpen}>
      <DialogTitle>Not sent</DialogTitle>
      <p className="mt-1 mb-3 text-ink-2">You wrote this in a call. Send it now, or discard it.</p>
      <UnsentWords {...{ words }} personId={me.id} zone={zoneOf(me)} />
      <div className="mt-4 flex justify-end">
        <Button onPress={() => setIsOpen(false)}>Close</Button>
      </div>
    </Modal>
  )
}
