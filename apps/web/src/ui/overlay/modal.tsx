import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal'
import { tv, type VariantProps } from 'tailwind-variants/lite'

// On a touch screen React Aria masks a dialog with a field until the keyboard is up. A dialog that is closed before that
// must not fade out: the keyboard would cancel the transition, and the dialog would never leave the page.
const stillWhileMasked = '[&[style*=mask-image]]:transition-none'

const modalStyles = tv({
  slots: {
    overlay: `fixed inset-0 z-(--z-modal) flex bg-overlay transition-opacity duration-(--slow) entering:opacity-0 exiting:opacity-0 exiting:ease-in ${stillWhileMasked}`,
    panel: `flex max-h-full flex-col overflow-auto shadow-modal transition forced-colors:border duration-(--slow) ease-out exiting:ease-in ${stillWhileMasked}`,
    dialog: 'flex min-h-full flex-1 flex-col outline-none',
  },
  variants: {
    place: {
      // Under 640 px a modal fills the screen.
      center: {
        overlay: 'items-center justify-center sm:p-6',
        panel:
          'w-full bg-raised max-sm:h-full sm:w-120 sm:rounded-modal entering:translate-y-1 entering:opacity-0 exiting:translate-y-1 exiting:opacity-0',
        dialog: 'p-6',
      },
      // A short question: on a small screen a sheet at the lower edge, where the thumb is.
      question: {
        overlay: 'items-end justify-center sm:items-center sm:p-6',
        panel:
          'w-full bg-raised max-sm:rounded-t-modal sm:w-120 sm:rounded-modal entering:translate-y-1 entering:opacity-0 exiting:translate-y-1 exiting:opacity-0 max-sm:entering:translate-y-2 max-sm:exiting:translate-y-2',
        dialog: 'p-6 max-sm:pb-[max(1.5rem,env(safe-area-inset-bottom))]',
      },
      // Like `center`, with more room; its head and foot stay while its middle scrolls.
      wide: {
        overlay: 'items-center justify-center sm:p-6',
        panel:
          'w-full bg-raised max-sm:h-full sm:w-180 sm:rounded-modal entering:translate-y-1 entering:opacity-0 exiting:translate-y-1 exiting:opacity-0',
        dialog: 'max-h-full min-h-0',
      },
      // For a form with something beside it.
      form: {
        overlay: 'items-center justify-center sm:p-6',
        panel:
          'w-full bg-raised max-sm:h-full sm:max-w-250 sm:rounded-modal entering:translate-y-1 entering:opacity-0 exiting:translate-y-1 exiting:opacity-0',
        dialog: 'max-h-full min-h-0',
      },
      // The same with a fixed height: a note that comes or goes moves neither its head nor its foot.
      steady: {
        overlay: 'items-center justify-center sm:p-6',
        panel:
          'h-full w-full bg-raised sm:max-h-[min(45rem,100%)] sm:max-w-250 sm:rounded-modal entering:translate-y-1 entering:opacity-0 exiting:translate-y-1 exiting:opacity-0',
        dialog: 'max-h-full min-h-0',
      },
      // Near the top, so that it can grow downwards while the user types.
      top: {
        overlay: 'items-start justify-center sm:px-6 sm:pt-30',
        panel:
          'w-full bg-raised max-sm:h-full sm:max-h-[calc(100dvh-10rem)] sm:w-160 sm:rounded-modal entering:-translate-y-1 entering:opacity-0 exiting:-translate-y-1 exiting:opacity-0',
        dialog: 'max-h-full min-h-0 sm:max-h-[inherit]',
      },
      left: {
        overlay: 'justify-start',
        panel: 'h-full w-78 max-w-[85vw] bg-canvas entering:-translate-x-2 exiting:-translate-x-2',
      },
      right: {
        overlay: 'justify-end',
        panel: 'h-full w-full bg-raised sm:w-120 entering:translate-x-2 exiting:translate-x-2',
        // Its head and foot stay while its middle scrolls.
        dialog: 'h-full',
      },
    },
  },
})

interface ModalProps extends Required<VariantProps<typeof modalStyles>> {
  /** Its name for screen readers, unless a heading in the slot `title` gives it. */
  label?: string
  /** `alertdialog` is a question that must be answered before anything else. */
  role?: 'dialog' | 'alertdialog'
  isOpen: boolean
  /** Something is running whose outcome is shown here: neither Esc nor a press beside it closes it. */
  isHeld?: boolean
  /** Over a call, which is dark in both themes. */
  isDark?: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** A dialog in the middle, or a drawer at a side. It traps the focus; Esc and a press beside it close it. */
export function Modal(props: ModalProps) {
  const { place, label, role = 'dialog', isOpen, isHeld = false, isDark = false } = props
  const { onOpenChange, children } = props
  const styles = modalStyles({ place })
  return (
    <ModalOverlay
      {...(isDark && { 'data-theme': 'dark' })}
      isDismissable={!isHeld}
      isKeyboardDismissDisabled={isHeld}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className={styles.overlay()}
    >
      <AriaModal className={styles.panel({ className: isDark ? 'text-ink' : undefined })}>
        <Dialog role={role} {...(label !== undefined && { 'aria-label': label })} className={styles.dialog()}>
          {children}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}

interface DialogTitleProps {
  size?: 'modal' | 'popover'
  children: ReactNode
}

/** Names the modal or popover that it is in. */
export const DialogTitle = ({ size = 'modal', children }: DialogTitleProps) => (
  <Heading
    slot="title"
    level={2}
    className={`min-w-0 font-semibold wrap-anywhere ${size === 'modal' ? 'text-[1.25rem]/7' : ''}`}
  >
    {children}
  </Heading>
)
