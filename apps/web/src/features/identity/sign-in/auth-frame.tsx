import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsInBrowser } from '#platform/draw-page.ts'
import { useNow } from '#platform/time/clock.ts'
import { browserZone, cityOf, shortZoneName } from '#platform/time/time-zone.ts'
import { Link } from '#ui/button/link.tsx'
import { Wordmark } from '#ui/display/mark.tsx'
import { DayDrawing } from './day-drawing.tsx'

/** The frame of the sign-in pages: the form on the sheet and, from 1024 px on, a drawing of two lanes beside it. */
export function AuthFrame({ banner, children }: { banner?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,min(39vw,40rem))]">
      <div className="relative flex min-w-0 flex-col">
        {banner}
        <main className="flex flex-1 flex-col px-6 pt-11 sm:items-center sm:justify-center sm:py-20">
          <div className="w-full sm:w-93">
            <Wordmark size="large" />
            <div className="pt-8">{children}</div>
          </div>
        </main>
        <AuthFooter />
      </div>
      <div className="sticky top-0 hidden h-dvh items-center border-l border-line bg-canvas lg:flex">
        <DayDrawing />
      </div>
    </div>
  )
}

function AuthFooter() {
  const now = useNow()
  const zone = browserZone()
  // The page is prerendered, and the prerender does not know where the reader is.
  const isHere = useIsInBrowser()
  return (
    <footer className="flex flex-wrap gap-x-4 gap-y-1 sm:absolute sm:bottom-0 px-6 pt-8 pb-[max(1.75rem,env(safe-area-inset-bottom))] text-label text-ink-3 sm:px-10 [&_a]:pointer-coarse:py-2.5">
      <span className="max-sm:basis-full sm:pointer-coarse:py-2.5">
        {isHere ? `Times shown in ${cityOf(zone)} (${shortZoneName(zone, now)})` : '\u00A0'}
      </span>
      <Link to="/changes" look="quiet">
        Update Notes
      </Link>
      <Link to="/terms" look="quiet">
        Terms
      </Link>
      <Link to="/privacy" look="quiet">
        Privacy
      </Link>
    </footer>
  )
}

export const BackToSignIn = () => (
  <Link to="/login">
    <span className="inline-flex items-center gap-2 pointer-coarse:py-3">
      <ArrowLeft className="size-4" strokeWidth={1.75} />
      Back to Sign In
    </span>
  </Link>
)
