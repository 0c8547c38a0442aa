import { useEffect, useRef, type ReactNode } from 'react'
import { createStore, useStore } from '#base/store.ts'

// After a full load by the browser the focus stays at the top of the page, before the skip link.
let isFirstPage = true

/**
 * The page's one main heading. It sets the document's title, and after a navigation inside the app it takes the focus,
 * so that a screen reader says where it is and Tab goes on from there.
 */
export function PageHeading({ title, className, children = title }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Parley`
  }, [title])
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={`outline-none ${className ?? 'text-page font-semibold tracking-[-0.012em] wrap-anywhere'}`}
    >
      {children}
    </h1>
  )
}

interface PageHeadingProps {
  title: string
  className?: string
  children?: ReactNode
}

const presentName = createStore<string | undefined>(undefined)

/** Shows `name` as the page's name in the top bar while the caller is mounted. */
export function usePageName(name: string): void {
  useEffect(() => {
    presentName.write(name)
    return () => presentName.write(undefined)
  }, [name])
}

/** The name that the page gives itself, if it knows a better one than the table of pages. */
export const usePresentPageName = (): string | undefined => useStore(presentName)
