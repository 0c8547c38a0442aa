import '@fontsource-variable/literata/index.css'
import type { Progress } from '@parley/contract/assessment/progress.ts'
import { countsText, shareOf, shareText } from '@parley/contract/rules/assessment/progress.ts'
import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { latestWords, pointsOf, shortDay } from './progress-words.ts'

/** The latest figure, its change since the first, and the latest words. */
export function ProgressLatest({ progress, zone }: { progress: Progress; zone: string }) {
  const points = pointsOf(progress)
  const [first, last] = [points.at(0), points.at(-1)]
  const words = latestWords(progress)
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {last && (
        <div>
          <h2 className="text-label text-ink-2">Latest</h2>
          <p className="font-figures text-[2.75rem]/13 font-semibold tracking-[-0.02em]">{shareText(last)}</p>
          <p className="text-label text-ink-2">{countsText(last)} criteria shown</p>
          {first && first !== last && (
            <Change
              points={(shareOf(last) ?? 0) - (shareOf(first) ?? 0)}
              since={shortDay(zone, first.start_time)}
            />
          )}
        </div>
      )}
      {words && (
        <figure className={last ? 'border-t border-line pt-5' : ''}>
          <blockquote
            dir="auto"
            className="line-clamp-12 font-voice text-voice leading-(--lead-voice) whitespace-pre-wrap wrap-anywhere print:line-clamp-none"
          >
            {`“${words.text.trim()}”`}
          </blockquote>
          <figcaption className="mt-2 text-label text-ink-3">
            {`${words.by}, overall on ${words.conversation}, ${shortDay(zone, words.at)}`}
          </figcaption>
        </figure>
      )}
    </div>
  )
}

/** Neither praise nor alarm: a rise and a fall get the same weight. */
function Change({ points, since }: { points: number; since: string }) {
  const Icon = points > 0 ? TrendingUp : points < 0 ? TrendingDown : Minus
  const text =
    points === 0
      ? `The same as on ${since}`
      : `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'} ${points > 0 ? 'more' : 'less'} than on ${since}`
  return (
    <p className="mt-1 flex items-center gap-1.5 text-label text-ink-2">
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      {text}
    </p>
  )
}
