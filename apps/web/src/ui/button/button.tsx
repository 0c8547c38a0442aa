import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import type { VariantProps } from 'tailwind-variants/lite'
import { buttonStyles } from './button-styles.ts'
import { Spinner } from '#ui/display/loading.tsx'

/** A button without a look of its own, for places that style it, such as an entry of the sidebar. */
export { AriaButton as PlainButton }

interface ButtonProps
  extends Omit<AriaButtonProps, 'children' | 'className' | 'style'>, VariantProps<typeof buttonStyles> {
  children: ReactNode
  icon?: ReactNode
}

/** While `isPending` it keeps its width, shows a spinner in its icon's place and takes no clicks. */
export function Button({ look, size, width, icon, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={buttonStyles({ look, size, width })}>
      {({ isPending }) => (
        <>
          {isPending && icon ? <Spinner /> : icon}
          {isPending && !icon ? <LabelWithSpinner width={width}>{children}</LabelWithSpinner> : children}
        </>
      )}
    </AriaButton>
  )
}

/** The spinner of a button without an icon: beside the label if there is room, else over it. */
function LabelWithSpinner({ width, children }: Pick<ButtonProps, 'width' | 'children'>) {
  const isBeside = width === 'full'
  return (
    <span className="relative">
      <span className={isBeside ? '' : 'opacity-0'}>{children}</span>
      <span
        className={
          isBeside
            ? 'absolute inset-y-0 right-full mr-2.5 flex items-center'
            : 'absolute inset-0 flex items-center justify-center'
        }
      >
        <Spinner />
      </span>
    </span>
  )
}
