import { cantLogIn, credentials } from '@parley/contract/identity.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FocusEvent, type SubmitEvent } from 'react'
import { messageOf } from '../../platform/api-problem.ts'
import { signIn } from '../../platform/session.ts'
import { Button } from '../../ui/button.tsx'
import { linkStyles } from '../../ui/link.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'

type Field = 'username' | 'password'

interface LoginFormProps {
  username: string
  onSignedIn: () => void
}

export function LoginForm({ username, onSignedIn }: LoginFormProps) {
  const [values, setValues] = useState({ username, password: '' })
  const [judged, setJudged] = useState<readonly Field[]>([])
  const password = useRef<HTMLInputElement>(null)
  const attempt = useSignIn(onSignedIn, () => password.current?.select())

  const faults = faultsOf(values)
  const field = (name: Field) => ({
    name,
    value: values[name],
    error: judged.includes(name) ? faults[name] : undefined,
    size: 'large' as const,
    // The page has one task: the first field that is still empty has the focus.
    autoFocus: name === (username === '' ? 'username' : 'password'),
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    onBlur: (event: FocusEvent) => {
      // An error line moves what is below it: on the way to a button or a link it would slip from under the pointer.
      if (event.relatedTarget instanceof HTMLInputElement) setJudged((before) => [...before, name])
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setJudged(['username', 'password'])
    const firstFaulty = faults.username ? 'username' : faults.password ? 'password' : undefined
    if (firstFaulty) event.currentTarget.querySelector<HTMLInputElement>(`[name=${firstFaulty}]`)?.focus()
    else if (!attempt.isPending) attempt.mutate(values)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
      <TextField {...field('username')} label="Username" autoComplete="username" spellCheck="false" />
      <div className="relative">
        <TextField
          {...field('password')}
          label="Password"
          type="password"
          autoComplete="current-password"
          inputRef={password}
        />
        {/* After the field in reading order, so that Tab goes from name to password. The server knows where it leads. */}
        <a
          href={`/api${cantLogIn.path}`}
          className={`absolute top-0 right-0 text-label pointer-coarse:-top-3 pointer-coarse:py-3 ${linkStyles()}`}
        >
          Can't log in?
        </a>
      </div>
      <Button type="submit" look="primary" size="large" width="full" isPending={attempt.isPending}>
        Sign In
      </Button>
    </form>
  )
}

function useSignIn(onSignedIn: () => void, onRefused: () => void) {
  const client = useQueryClient()
  const refusal = useRef<string>(undefined)
  return useMutation({
    mutationFn: (values: { username: string; password: string }) => {
      if (refusal.current) toast.close(refusal.current)
      return signIn(client, values)
    },
    onSuccess: onSignedIn,
    onError: (error) => {
      refusal.current = toast.error('Problem logging in', messageOf(error))
      onRefused()
    },
  })
}

function faultsOf(values: Record<Field, string>): Partial<Record<Field, string>> {
  const issues = credentials.safeParse(values).error?.issues ?? []
  const first = (name: Field) => issues.find(({ path }) => path[0] === name)?.message
  return { username: first('username'), password: first('password') }
}
