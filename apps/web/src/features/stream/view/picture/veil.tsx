import type { ReactNode } from 'react'
import { PlainButton } from '#ui/button/button.tsx'
import { triesMax, type LinkState } from '#features/stream/model/stream-link.ts'

/** The text over the last picture while there is none. */
export interface VeilWords {
  title: string
  text: string
  /** The button to go on; undefined if nothing helps. */
  act: 'Try now' | 'Try again' | undefined
}

/** Undefined while there is a picture, or the first one is loading. */
export function veilOf(link: LinkState | undefined, isPlayable: boolean): VeilWords | undefined {
  if (!link || link.state === 'connected') return undefined
  if (!isPlayable)
    return {
      title: "Parley can't be shown here",
      text: "This browser doesn't play H.264. The call itself works.",
      act: undefined,
    }
  if (link.isGivenUp)
    return link.tries > 0
      ? {
          title: 'The stream was interrupted',
          text: `We tried ${link.tries === triesMax ? `${triesMax} times` : 'again'}. Your place in the conversation is kept.`,
          act: 'Try again',
        }
      : { title: "Parley didn't open", text: 'The call goes on.', act: 'Try again' }
  if (link.tries === 0) return undefined
  return {
    title: 'The stream was interrupted',
    text: 'Your place in the conversation is kept.',
    act: 'Try now',
  }
}

interface VeilProps {
  veil: VeilWords
  onTryNow: () => void
  onPeople: () => void
}

export const Veil = ({ veil: { title, text, act }, onTryNow, onPeople }: VeilProps) => (
  <div className="absolute inset-0 flex flex-col items-center justify-center gap-1 overflow-auto p-4 text-center">
    <p className="text-title font-semibold text-balance">{title}</p>
    <p className="text-balance text-stage-ink-2">{text}</p>
    <div className="mt-3 flex flex-wrap justify-center gap-2.5">
      {act && (
        <Act isStrong onPress={onTryNow}>
          {act}
        </Act>
      )}
      <Act onPress={onPeople}>Show people</Act>
    </div>
  </div>
)

interface ActProps {
  isStrong?: boolean
  onPress: () => void
  children: ReactNode
}

const Act = ({ isStrong = false, onPress, children }: ActProps) => (
  <PlainButton
    onPress={onPress}
    className={`min-h-9 cursor-pointer rounded-control border px-3.5 font-semibold outline-offset-2 outline-stage-accent focus-visible:outline-2 pointer-coarse:min-h-11 ${
      isStrong
        ? 'border-transparent bg-stage-ink text-stage'
        : 'border-stage-ink-2 text-stage-ink hover:bg-stage-raised'
    }`}
  >
    {children}
  </PlainButton>
)
