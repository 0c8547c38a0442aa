import { RefreshCw, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainButton } from '#ui/button/plain-button.tsx'
import type { CallState } from '#features/calls/room/call-state.ts'

interface NoticesProps {
  state: CallState
  /** Who waits to be let in. */
  knock: ReactNode
  /** What others have to tell, each as a `Notice`. */
  more: ReactNode
  onSound: () => void
}

/** What has to be known now, over the middle of the stage's upper edge: the faces stay free. */
export function Notices({ state: { connection, isSoundHeld }, knock, more, onSound }: NoticesProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-3 z-10 flex flex-col items-center gap-2 px-4 *:pointer-events-auto">
      {knock}
      <div role="alert">
        {connection === 'reconnecting' && (
          <Notice icon={<RefreshCw strokeWidth={1.75} />}>Reconnecting…</Notice>
        )}
      </div>
      {isSoundHeld && (
        <Notice icon={<VolumeX strokeWidth={1.75} />} act={{ text: 'Turn sound on', onPress: onSound }}>
          The browser holds back the sound.
        </Notice>
      )}
      {more}
    </div>
  )
}

interface NoticeProps {
  icon: ReactNode
  act?: { text: string; onPress: () => void }
  children: ReactNode
}

export const Notice = ({ icon, act, children }: NoticeProps) => (
  <div className="flex items-center gap-3 rounded-control border border-stage-line bg-stage-raised px-3.5 py-2 font-medium [&_svg]:size-4 [&_svg]:shrink-0">
    {icon}
    {children}
    {act && (
      <PlainButton
        onPress={act.onPress}
        className="min-h-9 shrink-0 cursor-pointer rounded-control bg-stage-accent px-3 font-semibold text-stage"
      >
        {act.text}
      </PlainButton>
    )}
  </div>
)
