import { Hourglass } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { others, self, type CallState } from '#features/calls/room/call-state.ts'
import { gridFor, gridGap, type Box } from './grid.ts'
import { Tile } from './tile.tsx'

interface PeopleStageProps {
  state: CallState
  /** What stands there while nobody else has come. */
  waitingText: string
}

/** Alone one sees oneself; of two the other fills the stage; more share it evenly. Nobody moves because somebody talks. */
export function PeopleStage({ state, waitingText }: PeopleStageProps) {
  const [me, [other, ...more]] = [self(state), others(state)]
  if (!other)
    return (
      <div className="relative size-full">
        {me && <Tile person={me} isWhole />}
        <p className="absolute inset-x-0 bottom-16 mx-auto flex w-fit items-center gap-2.5 rounded-control bg-stage/90 px-3.5 py-2 font-medium text-stage-ink">
          <Hourglass className="size-4" strokeWidth={1.75} />
          {waitingText}
        </p>
      </div>
    )
  if (more.length > 0) return <Tiles state={state} />
  return (
    <div className="relative size-full">
      <Tile person={other} isWhole />
      {me && (
        <div className="absolute right-3.5 bottom-3.5 h-32 w-57 rounded-panel shadow-menu max-sm:h-30.5 max-sm:w-23">
          <Tile person={me} isWhole />
        </div>
      )}
    </div>
  )
}

function Tiles({ state: { people } }: Pick<PeopleStageProps, 'state'>) {
  const [stage, box] = useBox()
  const { columns, tile } = gridFor(box, people.length)
  return (
    <div ref={stage} className="flex size-full items-center justify-center overflow-y-auto">
      <div
        className="flex flex-wrap justify-center"
        style={{ gap: gridGap, width: columns * tile.width + (columns - 1) * gridGap }}
      >
        {people.map((person) => (
          <Tile key={person.id} person={person} size={tile} />
        ))}
      </div>
    </div>
  )
}

/** How large something is on the page, whenever that changes. */
function useBox() {
  const ref = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<Box>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setBox({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return [ref, box] as const
}
