import { useId, type ReactNode } from 'react'

interface FormSectionProps {
  title: string
  /** A sentence on what the fields have in common. */
  text?: ReactNode
  /** One level below the heading above the form. */
  level?: 2 | 3
  children: ReactNode
}

/** A part of a long form: its title at the left and its fields at the right, stacked if there is little room. */
export function FormSection({ title, text, level = 2, children }: FormSectionProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section
      aria-labelledby={id}
      className="@container border-t border-line py-5 first:border-t-0 first:pt-0"
    >
      <div className="grid gap-x-6 gap-y-4 @2xl:grid-cols-[10.75rem_minmax(0,1fr)]">
        <div>
          <Heading id={id} className="font-semibold max-sm:text-large">
            {title}
          </Heading>
          {text !== undefined && <p className="mt-0.5 text-label text-ink-3">{text}</p>}
        </div>
        <div className="grid gap-x-3 gap-y-4 @lg:grid-cols-2">{children}</div>
      </div>
    </section>
  )
}

/** A field that takes the whole width of its section. */
export const Wide = ({ children }: { children: ReactNode }) => (
  <div className="@lg:col-span-2">{children}</div>
)
