import type { Progress } from '@parley/contract/assessment/progress.ts'
import { useId } from 'react'
import { CategoryBlocks } from './category-blocks.tsx'
import { ProgressLatest } from './progress-latest.tsx'
import { ProgressTable } from './progress-table.tsx'
import { pointsOf } from './progress-words.ts'
import { ScoreChart } from './score-chart.tsx'

/** The part that is the same on screen and on paper. */
export function ProgressBody({ progress, zone, now }: { progress: Progress; zone: string; now: number }) {
  const id = useId()
  const points = pointsOf(progress)
  return (
    <div className="@container flex flex-col gap-8 pb-8">
      <div className="grid gap-x-12 gap-y-6 @4xl:grid-cols-[minmax(0,1fr)_18rem]">
        {points.length > 0 && (
          <section aria-labelledby={id} className="min-w-0">
            <h2 id={id} className="text-large font-semibold">
              Criteria shown, of those answered
            </h2>
            <ScoreChart points={points} zone={zone} />
          </section>
        )}
        <ProgressLatest progress={progress} zone={zone} />
      </div>
      {points.length > 0 && <CategoryBlocks progress={progress} />}
      <ProgressTable {...{ progress, zone, now }} />
    </div>
  )
}
