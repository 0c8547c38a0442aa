import { AppWindow } from 'lucide-react'
import { PageHeading } from '#ui/page/page-heading.tsx'

/** Offers no action, as nothing can be done in this browser. */
export const Unsupported = () => (
  <div className="flex flex-1 flex-col items-center justify-center gap-5">
    <AppWindow className="size-20 text-ink-3" strokeWidth={1} />
    <PageHeading title="This browser is not supported." className="text-[1.75rem]/9 font-semibold" />
  </div>
)
