import { passwordLength } from '@parley/contract/rules/passwords.ts'
import { Check, Circle, X } from 'lucide-react'
import type { ReactNode } from 'react'

interface PasswordRulesProps {
  password: string
  /** Why it cannot be saved, as far as the web can say. */
  fault: string | undefined
  /** What the field says. */
  error: string | undefined
}

/** What a new password must be, each rule marked as it is met. */
export function PasswordRules({ password, fault, error }: PasswordRulesProps) {
  const length = Array.from(password).length
  const isLong = length >= passwordLength.min
  // The server's own list is all that is left to refuse by.
  const isRefused = error !== undefined && fault === undefined
  const names = isLong && length <= passwordLength.max ? fault === undefined : undefined
  return (
    <ul className="mt-3 mb-4 flex flex-col gap-1.5 text-label">
      <Rule isMet={isLong || undefined}>At least {passwordLength.min} characters</Rule>
      <Rule isMet={names}>Without your username and your names</Rule>
      <Rule isMet={isRefused ? false : undefined}>None of the most common ones, checked on save</Rule>
    </ul>
  )
}

/** `undefined` while it cannot be said yet. */
function Rule({ isMet, children }: { isMet: boolean | undefined; children: ReactNode }) {
  const Icon = isMet === undefined ? Circle : isMet ? Check : X
  const colour = isMet === undefined ? 'text-ink-3' : isMet ? 'text-green-ink' : 'text-red-ink'
  return (
    <li className={`flex items-center gap-2 ${colour}`}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      <span>
        {children}
        {isMet === true && <span className="sr-only">: met</span>}
        {isMet === false && <span className="sr-only">: not met</span>}
      </span>
    </li>
  )
}
