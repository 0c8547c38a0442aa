import { Drama } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainButton } from '#ui/button/button.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'

interface ApplicationHeaderProps {
  isSheet: boolean
  picker: ReactNode
  chip: ReactNode
  children: ReactNode
}

export const ApplicationHeader = ({ isSheet, picker, chip, children }: ApplicationHeaderProps) => (
  <figcaption
    className={`grid h-12 shrink-0 items-center gap-3 bg-stage-tile/60 pr-2 pl-3.5 ${
      isSheet ? 'grid-cols-[1fr_auto]' : 'grid-cols-[auto_minmax(0,1fr)_auto] @5xl:grid-cols-[1fr_auto_1fr]'
    }`}
  >
    <div className="flex items-center gap-3">
      <p className="flex items-center gap-2 font-medium">
        <Drama className="size-4 text-stage-ink-2" strokeWidth={1.75} />
        Parley
      </p>
      {picker}
    </div>
    {chip && <div className="flex min-w-0 justify-center">{chip}</div>}
    <div className="flex items-center justify-end gap-1.5">{children}</div>
  </figcaption>
)

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
