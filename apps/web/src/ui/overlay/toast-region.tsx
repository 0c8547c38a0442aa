import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast'
import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react'
import { Button as ActButton } from '#ui/button/button.tsx'
import { Spinner } from '#ui/display/loading.tsx'
import { toasts, usePresentToastPlace, type ToastText } from './toast.ts'
import { useKeepClear } from './use-keep-clear.ts'

const marks = {
  info: { Icon: Info, colour: 'text-accent', role: 'status' },
  progress: { Icon: undefined, colour: 'text-accent', role: 'status' },
  success: { Icon: CircleCheck, colour: 'text-green', role: 'status' },
  warning: { Icon: TriangleAlert, colour: 'text-yellow-ink', role: 'alert' },
  error: { Icon: CircleX, colour: 'text-red', role: 'alert' },
} as const

/** The edge at which the toasts keep clear of other things, by their place (use-keep-clear.ts). */
const edges = {
  corner: 'corner',
  top: undefined,
  stage: 'top',
  application: 'bottom',
} as const

const places = {
  corner:
    'top-[max(0.75rem,env(safe-area-inset-top))] sm:top-auto sm:right-6 sm:bottom-6 sm:left-auto sm:w-95 sm:flex-col-reverse sm:in-[body:has([data-foot])]:bottom-20',
  top: 'top-[max(0.75rem,env(safe-area-inset-top))] sm:inset-x-0 sm:mx-auto sm:w-95',
  stage: 'top-[max(0.75rem,env(safe-area-inset-top))] sm:inset-x-0 sm:top-15 sm:mx-auto sm:w-95',
  // On a phone: below the application's header. Otherwise above the faces, if these are below the application.
  application:
    'max-sm:top-16 sm:top-auto sm:right-auto sm:bottom-28 sm:in-data-[strip=below]:bottom-58 sm:left-7 sm:w-95 sm:flex-col-reverse',
}

/**
 * Bottom right with the newest lowest, above a bar of buttons there (`data-foot`), or where the page wants the toasts;
 * on small screens at the top over the full width.
 */
export function ToastRegion() {
  const isEmpty = useSyncExternalStore(listen, hasNone, hasNone)
  // React Aria makes the region reachable by F6 when it mounts, and only if it has a toast by then.
  return isEmpty ? null : <Region />
}

const hasNone = () => toasts.visibleToasts.length === 0
const listen = (onChange: () => void) => toasts.subscribe(onChange)

function Region() {
  const place = usePresentToastPlace()
  const region = useRef<HTMLDivElement>(null)
  useKeepClear(region, edges[place])
  const before = useFocusOutside(region)
  return (
    <AriaToastRegion
      ref={region}
      queue={toasts}
      aria-label="Notifications"
      className={`group fixed inset-x-3 z-(--z-toast) flex flex-col gap-3 rounded-panel outline-offset-4 ${places[place]}`}
    >
      {({ toast }) => {
        const { Icon: usual, colour, role } = marks[toast.content.kind]
        const Icon = toast.content.icon ?? usual
        return (
          <AriaToast
            toast={toast}
            className="relative flex items-start gap-3 overflow-hidden rounded-panel bg-raised forced-colors:border py-3.5 pr-2 pl-4 shadow-menu transition duration-(--base) ease-out starting:opacity-0 max-sm:starting:-translate-y-2 sm:starting:translate-y-2"
          >
            <span className={`mt-px flex size-4.5 shrink-0 items-center justify-center ${colour}`}>
              {Icon ? <Icon className="size-4.5" strokeWidth={1.75} /> : <Spinner label="Under way" />}
            </span>
            <ToastContent role={role} className="flex min-w-0 flex-1 flex-col wrap-anywhere">
              <Text slot="title" className="font-semibold">
                {toast.content.title}
              </Text>
              {toast.content.description !== undefined && (
                <Text slot="description" className="text-ink-2">
                  {toast.content.description}
                </Text>
              )}
              {toast.content.act && (
                <div className="mt-2">
                  <ToastAct
                    act={toast.content.act}
                    goBack={() => before.current?.focus()}
                    close={() => toasts.close(toast.key)}
                  />
                </div>
              )}
            </ToastContent>
            <Button
              slot="close"
              className="-my-1.5 flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:-my-3 pointer-coarse:size-11"
            >
              <X className="size-4" strokeWidth={1.75} />
            </Button>
            {toast.content.endsInMs !== undefined && <TimeLeft ms={toast.content.endsInMs} isFirm />}
            {toast.timeout !== undefined && toast.content.act && <TimeLeft ms={toast.timeout} />}
          </AriaToast>
        )
      }}
    </AriaToastRegion>
  )
}

/** The element outside of `inside` that last had the focus; `inside` may come and go. */
function useFocusOutside(inside: RefObject<HTMLElement | null>): RefObject<HTMLElement | null> {
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    const note = (target: EventTarget | null) => {
      if (target instanceof HTMLElement && !inside.current?.contains(target)) last.current = target
    }
    const onFocus = ({ target }: FocusEvent) => note(target)
    note(document.activeElement)
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [inside])
  return last
}

interface ToastActProps {
  act: NonNullable<ToastText['act']>
  goBack: () => void
  close: () => void
}

function ToastAct({ act, goBack, close }: ToastActProps) {
  const press = () => {
    // The user goes on where they were, not in the next toast, unless the action moves the focus elsewhere.
    goBack()
    // Run the action first: handlers that end with the toast must find it running.
    act.onAction()
    close()
  }
  return (
    <ActButton size="small" slot={null} onPress={press}>
      {act.label}
    </ActButton>
  )
}

/** How long the action is still offered. The bar pauses with the toast's own timer; a firm one runs on. */
const TimeLeft = ({ ms, isFirm = false }: { ms: number; isFirm?: boolean }) => (
  <span
    aria-hidden="true"
    style={{ animationDuration: `${ms}ms` }}
    className={`absolute inset-x-0 bottom-0 h-0.75 origin-left animate-run-out bg-accent forced-color-adjust-none ${isFirm ? '' : 'group-focus-within:paused group-hover:paused'}`}
  />
)
