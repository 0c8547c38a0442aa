import type { Moment } from '@parley/contract/assessment/moments.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { Rubric } from '@parley/contract/content/written.ts'
import { Flag } from 'lucide-react'
import { ToggleButton as PlainToggle } from 'react-aria-components/ToggleButton'
import { clockText, withoutHalf } from '#platform/time/time-zone.ts'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import { namesOf } from '#features/assessment/model/rubric.ts'
import { clustersOf, nextIn, placeOf, scaleOf, ticksOf, type Cluster } from './moment-clusters.ts'

interface MomentStripProps {
  zone: string
  session: Session
  moments: readonly Moment[]
  rubric: Rubric
  chosenId: string | undefined
  onChoose: (moment: Moment) => void
}

/** The least distance between two flags, as a share of the strip: each needs room for a finger. */
const nearest = { small: 0.15, wide: 0.07 }

const percent = (place: number) => `${place * 100}%`

/** The session's time from left to right, with a flag for each moment. */
export function MomentStrip({ zone, session, moments, rubric, chosenId, onChoose }: MomentStripProps) {
  const scale = scaleOf(session, moments)
  const clusters = clustersOf(scale, moments, nearest[useSmallScreen() ? 'small' : 'wide'])
  const held = {
    left: percent(placeOf(scale, Date.parse(session.start_time))),
    right: percent(1 - placeOf(scale, Date.parse(session.end_time))),
  }
  return (
    // Padding, because the outermost flags and labels reach beyond their places.
    <div className="px-6 pt-4 pb-5">
      <ul aria-label="On the timeline" className="relative h-9 pointer-coarse:h-12">
        {clusters.map((cluster) => (
          <li
            key={cluster.moments[0].id}
            style={{ left: percent(cluster.place) }}
            className="absolute top-0 -translate-x-1/2"
          >
            <FlagButton
              cluster={cluster}
              isChosen={cluster.moments.some(({ id }) => id === chosenId)}
              label={flagText(zone, rubric, cluster.moments)}
              onPress={() => onChoose(nextIn(cluster, chosenId))}
            />
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="relative h-3.5 rounded-tag bg-sunken">
        <span
          style={held}
          className="absolute inset-y-0 rounded-tag bg-lane-coach-soft forced-color-adjust-none"
        />
        {clusters.map(({ place, moments: [first] }) => (
          <span
            key={first.id}
            style={{ left: percent(place) }}
            className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-yellow forced-color-adjust-none"
          />
        ))}
      </div>
      <div aria-hidden="true" className="relative mt-1.5 h-4 font-figures text-small text-ink-3">
        {ticksOf(scale).map((tick) => (
          <span
            key={tick}
            style={{ left: percent(placeOf(scale, tick)) }}
            className="absolute -translate-x-1/2 whitespace-nowrap"
          >
            {withoutHalf(clockText(zone, tick))}
          </span>
        ))}
      </div>
    </div>
  )
}

interface FlagButtonProps {
  cluster: Cluster
  isChosen: boolean
  label: string
  onPress: () => void
}

const FlagButton = ({ cluster: { moments }, isChosen, label, onPress }: FlagButtonProps) => (
  <PlainToggle
    aria-label={label}
    isSelected={isChosen}
    onChange={onPress}
    className={`flex min-h-7 min-w-7 cursor-pointer items-center justify-center gap-1 rounded-control border px-1.5 font-figures text-label font-semibold text-yellow-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11 ${isChosen ? 'border-yellow-ink bg-yellow-line' : 'border-transparent bg-yellow-soft hover:border-yellow-line'}`}
  >
    <Flag aria-hidden="true" className="size-3.5" />
    {moments.length > 1 && moments.length}
  </PlainToggle>
)

/** '11:39 AM, Leaves silence unfilled', or for several moments '2 moments, 11:39 AM to 11:40 AM'. */
function flagText(zone: string, rubric: Rubric, moments: readonly [Moment, ...Moment[]]): string {
  const [first] = moments
  const clock = ({ at }: Moment) => clockText(zone, Date.parse(at))
  if (moments.length === 1) return `${clock(first)}, ${namesOf(rubric, first.path).criterion}`
  return `${moments.length} moments, ${clock(first)} to ${clock(moments.at(-1) ?? first)}`
}
