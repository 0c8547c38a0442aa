import { useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'

export type Faults<V> = Partial<Record<keyof V & string, string>>

interface FormOptions<V> {
  /** The saved values. Fields that the user has not touched follow them. */
  saved: V
  /** Why a value cannot be saved, by field. */
  judge: (values: V) => Faults<V>
  /**
   * An error line moves everything below it: a button or a link that the pointer is heading for would slip away. A short
   * form is validated only when the focus moves from field to field.
   */
  isShort?: boolean
}

interface ServerFault {
  path: string
  message: string
}

/**
 * The values that the user has entered over the saved ones. Errors show on blur or on submit, and then follow typing; an
 * error from the server stays until its field changes.
 */
export function useForm<V extends object>({ saved, judge, isShort = false }: FormOptions<V>) {
  const [edits, setEdits] = useState<Partial<V>>({})
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Faults<V>>({})
  const values: V = { ...saved, ...edits }
  const faults = judge(values)
  const changed = namesOf(edits).filter((name) => !isSame(edits[name], saved[name]))

  const setAll = (next: Partial<V>) => {
    setEdits((before) => ({ ...before, ...next }))
    setRefused((before) => only(before, (name) => !(name in next)))
  }
  const set = <K extends keyof V & string>(name: K, value: V[K]) =>
    // A single key of V, with V's own value.
    setAll({ [name]: value } as unknown as Partial<V>)

  return {
    values,
    changed,
    /** Only the values that differ from the saved ones. */
    // Each key is one of V's own, with V's own value.
    changes: Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<V>,
    set,
    /** Sets several fields that belong together, such as start and end. */
    setAll,
    /** The error of a field, whether it is time to show it or not. */
    faultOf: (name: keyof V & string): string | undefined => faults[name],
    /** The props of a field that the form decides. */
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: values[name],
      error: refused[name] ?? (judged.has(name) ? faults[name] : undefined),
      onChange: (value: V[K]) => set(name, value),
      onBlur: (event?: { relatedTarget: EventTarget | null }) => {
        if (isShort && !(event?.relatedTarget instanceof HTMLInputElement)) return
        setJudged((before) => new Set([...before, name]))
      },
    }),
    /** Validates all fields. If any is invalid, focuses the first of them in the form. */
    isGood: (form: HTMLElement | null): boolean => {
      flushSync(() => setJudged(new Set(namesOf(values))))
      const isGood = Object.values(faults).every((fault) => fault === undefined)
      if (!isGood) focusFirstFault(form)
      return isGood
    },
    /** Assigns the server's errors to their fields. Returns whether they name any field. */
    refuse: (errors: readonly ServerFault[]): boolean => {
      const named = errors.flatMap(({ path, message }) => {
        const name = path.split('.').at(-1) ?? ''
        return name in values ? [[name, message] as const] : []
      })
      // Each name was found among V's keys.
      setRefused(Object.fromEntries(named) as Faults<V>)
      return named.length > 0
    },
    /** Restores the saved values: of all fields, or of these alone. */
    discard: (names?: readonly (keyof V & string)[]) => {
      const stays = (name: string) => names !== undefined && !names.some((each) => each === name)
      setEdits((before) => only(before, stays))
      setJudged((before) => new Set([...before].filter(stays)))
      setRefused((before) => only(before, stays))
    },
  }
}

// `Object.keys` loses the type of the keys.
const namesOf = <V extends object>(values: V) => Object.keys(values) as (keyof V & string)[]

const only = <T extends object>(values: T, stays: (name: string) => boolean): T =>
  // Only keys that may be absent are removed.
  Object.fromEntries(Object.entries(values).filter(([name]) => stays(name))) as T

/** Forms hold only plain data, so comparing their JSON is enough. */
const isSame = (a: unknown, b: unknown): boolean => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)

function focusFirstFault(form: HTMLElement | null): void {
  form
    ?.querySelector<HTMLElement>(
      'input[aria-invalid=true], textarea[aria-invalid=true], [data-invalid] button',
    )
    ?.focus()
}

/** Validates each field by the contract's schema, by which the server validates it too. */
export const judgeBy =
  <V extends object>(schemas: Partial<Record<keyof V & string, z.ZodMiniType>>) =>
  (values: V): Faults<V> => {
    const faults: Faults<V> = {}
    for (const name of namesOf(schemas)) {
      const fault = schemas[name]?.safeParse(values[name]).error?.issues[0]?.message
      if (fault !== undefined) faults[name] = fault
    }
    return faults
  }

/**
 * The version that the user saw when they began to edit. They have not seen later versions, so the server refuses a
 * change based on this one as stale. After such a refusal the form goes on from the version that is shown.
 */
export function useSeenVersion(present: number, isChanged: boolean) {
  const [seen, setSeen] = useState(present)
  const [refused, setRefused] = useState<number>()
  // While nothing is entered, the form shows what is saved.
  if ((!isChanged || seen === refused) && seen !== present) setSeen(present)
  return { current: isChanged ? seen : present, follow: setSeen, refuse: () => setRefused(seen) }
}
