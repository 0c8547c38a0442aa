import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainButton } from '#ui/button/button.tsx'

interface NoticeProps {
  icon: ReactNode
  act?: { text: string; onPress: () => void }
  onDismiss?: () => void
  children: ReactNode
}

/** One line over the faces. */
export const Notice = ({ icon, act, onDismiss, children }: NoticeProps) => (
  <div className="flex max-w-140 items-center gap-3 rounded-control border border-stage-line bg-stage-raised px-3.5 py-2 font-medium [&_svg]:size-4 [&_svg]:shrink-0">
    {icon}
    <p className="min-w-0 flex-1">{children}</p>
    {act && (
      <PlainButton
        onPress={act.onPress}
        className="min-h-9 shrink-0 cursor-pointer rounded-control bg-stage-accent px-3 font-semibold text-stage outline-offset-2 outline-stage-accent focus-visible:outline-2 pointer-coarse:min-h-11"
      >
        {act.text}
      </PlainButton>
    )}
    {onDismiss && (
      <PlainButton
        aria-label="Dismiss"
        onPress={onDismiss}
        className="flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-control outline-stage-accent hover:bg-stage-tile focus-visible:outline-2 pointer-coarse:size-11"
      >
        <X strokeWidth={1.75} />
      </PlainButton>
    )}
  </div>
)
