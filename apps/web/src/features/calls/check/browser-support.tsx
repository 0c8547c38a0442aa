import { AppWindow } from 'lucide-react'
import { PageHeading } from '#ui/page/page-heading.tsx'

/**
 * The browser features that a call needs: connections, capture, and the newer functions that our own code calls. A browser
 * that lacks one of them gets no device check: it would fail in the middle of a call.
 */
const needs: Record<string, () => boolean> = {
  RTCPeerConnection: () => 'RTCPeerConnection' in window,
  getUserMedia: () => 'mediaDevices' in navigator && 'getUserMedia' in navigator.mediaDevices,
  locks: () => 'locks' in navigator,
  'AbortSignal.any': () => 'any' in AbortSignal,
  'AbortSignal.timeout': () => 'timeout' in AbortSignal,
  'Promise.withResolvers': () => 'withResolvers' in Promise,
  checkVisibility: () => 'checkVisibility' in Element.prototype,
}

export const isSupported = (): boolean => Object.values(needs).every((isThere) => isThere())

/** Offers no action, as nothing can be done in this browser. */
export const Unsupported = () => (
  <div className="flex flex-1 flex-col items-center justify-center gap-5">
    <AppWindow className="size-20 text-ink-3" strokeWidth={1} />
    <PageHeading title="This browser is not supported." className="text-[1.75rem]/9 font-semibold" />
  </div>
)
