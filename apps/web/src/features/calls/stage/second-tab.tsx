import { MoveRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { useDarkPage } from './whole-page.ts'

interface SecondTabProps {
  onMove: () => void
  /** The button that leaves the call where it is. */
  keep: ReactNode
}

/** The call is open in another tab of this browser: move it, or leave it there. */
export function SecondTab({ onMove, keep }: SecondTabProps) {
  useDarkPage()
  return (
    <main
      data-theme="dark"
      className="flex min-h-dvh flex-col items-center justify-center gap-3 bg-stage px-4 py-8 text-center text-stage-ink"
    >
      <div aria-hidden="true" className="mb-5 flex items-center gap-5">
        <Window />
        <MoveRight className="size-10 text-stage-accent" strokeWidth={1.5} />
        <Window isHere />
      </div>
      <PageHeading
        title="You are in this call in another tab"
        className="text-[1.75rem]/9 font-semibold tracking-[-0.02em] text-balance"
      />
      <p className="max-w-125 text-large text-balance text-stage-ink-2">
        Move it here with the same camera and microphone. The other tab leaves the call, and the others see
        only a brief blink.
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-2.5">
        <Button look="primary" size="large" onPress={onMove}>
          Move the call here
        </Button>
        {keep}
      </div>
    </main>
  )
}

const Window = ({ isHere = false }: { isHere?: boolean }) => (
  <span
    className={`flex h-38 w-57 flex-col overflow-hidden rounded-panel border max-sm:h-20 max-sm:w-28 ${isHere ? 'border-stage-accent bg-lane-coach-soft' : 'border-stage-line bg-lane-client-soft'}`}
  >
    <span className="flex h-6 items-center gap-1.5 bg-stage-raised px-3 *:size-1.5 *:rounded-round *:bg-stage-line">
      <span />
      <span />
      <span />
    </span>
  </span>
)
