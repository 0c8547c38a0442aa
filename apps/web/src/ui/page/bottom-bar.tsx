import type { ReactNode } from 'react'

/**
 * On a small screen: the page's actions at the lower edge, within reach of the thumb; the last, main one takes the room.
 */
export const BottomBar = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-(--z-sticky) -mx-4 mt-auto -mb-10 flex gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:last:min-w-0 *:last:shrink">
    {children}
  </div>
)
