import { ScanFace } from 'lucide-react'
import { useState } from 'react'
import { Spinner } from '#ui/display/loading.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import type { Blur } from '#features/calls/blur/blur.ts'
import { newsText } from '#features/calls/devices/device-news.ts'
import type { CheckState } from './check-state.ts'

type BlurShown = Pick<CheckState, 'blur' | 'news' | 'camera'>

const words: Record<Blur, string> = {
  off: 'Blur off',
  starting: 'Blur starting',
  on: 'Blur on',
  unsupported: 'Blur off',
}

/**
 * Why the background isn't blurred although the user wanted it, and how to go on. The camera went off with the blur, so that
 * nobody sees the room by accident.
 */
export function blurTrouble({ news, camera }: BlurShown): string | undefined {
  if (news?.kind !== 'blur') return undefined
  return camera.kind === 'off'
    ? `${newsText(news)} Turn your camera on to join without blur.`
    : newsText(news)
}

interface BlurSwitchProps {
  state: BlurShown
  onPress: () => void
}

/**
 * Blurs the background before anybody sees it. After a failure it can't be pressed any more, but keeps the focus and says
 * why. It stays one element through all states, so that the focus stays on it.
 */
export function BlurSwitch({ state, onPress }: BlurSwitchProps) {
  const { blur, news } = state
  const failure = blur === 'unsupported' && news?.kind === 'blur' ? newsText(news) : undefined
  if (blur === 'unsupported' && failure === undefined) return null
  const isOn = blur === 'on' || blur === 'starting'
  const act = isOn ? 'Turn blur off' : 'Blur background'
  const ground = failure !== undefined ? 'text-stage-ink-2' : 'cursor-pointer'
  return (
    <Tooltip text={failure ?? act}>
      <button
        type="button"
        aria-label={failure === undefined ? `${act}, ${words[blur]}` : `${words[blur]}. ${failure}`}
        aria-pressed={isOn}
        aria-disabled={failure !== undefined}
        onClick={failure === undefined ? onPress : undefined}
        className={`flex min-h-11 shrink-0 items-center gap-2.5 rounded-control px-4 font-medium outline-offset-2 outline-stage-accent focus-visible:outline-2 [&_svg]:size-4.5 ${ground} ${
          blur === 'on' ? 'bg-stage-accent text-stage' : 'bg-stage/80'
        }`}
      >
        {blur === 'starting' ? <Spinner label="Starting" /> : <ScanFace strokeWidth={1.75} />}
        {words[blur]}
      </button>
    </Tooltip>
  )
}

const saidOnce: Record<Blur, string> = { off: 'Blur off.', starting: '', on: 'Blur on.', unsupported: '' }

/** Announces that blur began or ended, for screen readers. Nothing is announced before something changes. */
export function BlurSaid({ blur }: { blur: Blur }) {
  const [before, setBefore] = useState(blur)
  const [said, setSaid] = useState('')
  if (before !== blur) {
    setBefore(blur)
    setSaid(saidOnce[blur])
  }
  return <output className="sr-only">{said}</output>
}
