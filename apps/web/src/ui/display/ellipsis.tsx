import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import { tooltipStyles } from '#ui/overlay/tooltip.tsx'

const delayMs = 500

interface EllipsisProps {
  children: ReactNode
  lines?: 1 | 2
  className?: string
}

const looks = { 1: 'block truncate', 2: 'line-clamp-2 wrap-anywhere' }

/**
 * A text that ends in an ellipsis if it does not fit, with all of it in a tooltip. Screen readers read all of it anyway.
 */
export function Ellipsis({ children, lines = 1, className = '' }: EllipsisProps) {
  const line = useRef<HTMLSpanElement>(null)
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [whole, setWhole] = useState<string>()
  useEffect(() => {
    if (!isPointedAt) return undefined
    const timer = setTimeout(() => setWhole(line.current?.textContent), delayMs)
    return () => clearTimeout(timer)
  }, [isPointedAt])
  const leave = () => {
    setIsPointedAt(false)
    setWhole(undefined)
  }
  // The text is not focusable, as a TooltipTrigger would require, so the tooltip is opened and closed from here.
  const state = { isOpen: whole !== undefined, shouldSkipAnimation: false, open: () => {}, close: leave }
  const isCut = () =>
    line.current !== null &&
    (line.current.scrollWidth > line.current.clientWidth ||
      line.current.scrollHeight > line.current.clientHeight + 1)
  return (
    <>
      <span
        ref={line}
        onPointerEnter={() => setIsPointedAt(isCut())}
        onPointerLeave={leave}
        onPointerDown={leave}
        className={`${looks[lines]} ${className}`}
      >
        {children}
      </span>
      <TooltipTriggerStateContext value={state}>
        <Tooltip triggerRef={line} offset={6} className={tooltipStyles}>
          {whole}
        </Tooltip>
      </TooltipTriggerStateContext>
    </>
  )
}
