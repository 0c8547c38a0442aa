import type { ReactNode } from 'react'
import { PlainButton } from '#ui/button/button.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'

export const headerButtonStyles =
  'flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-control text-stage-ink-2 outline-stage-accent hover:bg-stage-raised hover:text-stage-ink focus-visible:outline-2 pointer-coarse:size-11 [&_svg]:size-4.5 [&_svg]:stroke-[1.75]'

interface HeaderButtonProps {
  act: string
  onPress: () => void
  children: ReactNode
}

export const HeaderButton = ({ act, onPress, children }: HeaderButtonProps) => (
  <Tooltip text={act}>
    <PlainButton aria-label={act} onPress={onPress} className={headerButtonStyles}>
      {children}
    </PlainButton>
  </Tooltip>
)
