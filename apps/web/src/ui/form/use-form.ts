import { useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'

export type Faults<V> = Partial<Record<keyof V & string, string>>

interface FormOptions<V> {
  /** What is saved. Fields that nobody has touched follow it. */
  saved: V
  /** Why a value cannot be saved, by field. */
  judge: (values: V) => Faults<V>
  /**
   * An error line moves what is below it: on the way to a button or a link that would slip from under the pointer. A
   * short form is judged only on the way from field to field.
   */
  isShort?: boolean
}

interface ServerFault {
  path: string
  message: string
}

/**
 * What a person has entered over what is saved. Errors show on leaving a field or on submit, then follow typing; what
 * the server refused stands until that field is changed.
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
    // A single key of V's own, with V's own value.
    setAll({ [name]: value } as unknown as Partial<V>)

  return {
    values,
    changed,
    /** What differs from what is saved, and nothing else. */
    // Each key is one of V's own, with V's own value.
    changes: Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<V>,
    set,
    /** Several fields that belong together, such as start and end. */
    setAll,
    /** What is wrong with a field, whether it is time to say so or not. */
    faultOf: (name: keyof V & string): string | undefined => faults[name],
    /** The part of a field's properties that the form decides. */
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
    /** Judges everything. Where something is wrong, the first such field in the form takes the focus. */
    isGood: (form: HTMLElement | null): boolean => {
      flushSync(() => setJudged(new Set(namesOf(values))))
      const isGood = Object.values(faults).every((fault) => fault === undefined)
      if (!isGood) focusFirstFault(form)
      return isGood
    },
    /** Puts what the server refused to its fields. Tells whether any field is named. */
    refuse: (errors: readonly ServerFault[]): boolean => {
      const named = errors.flatMap(({ path, message }) => {
        const name = path.split('.').at(-1) ?? ''
        return name in values ? [[name, message] as const] : []
      })
      // Each name was found among V's own.
      setRefused(Object.fromEntries(named) as Faults<V>)
      return named.length > 0
    },
    /** Back to what is saved: everything that was entered by then, or these fields alone. */
    discard: (names?: readonly (keyof V & string)[]) => {
      const stays = (name: string) => names !== undefined && !names.some((each) => each === name)
      setEdits((before) => only(before, stays))
      setJudged((before) => new Set([...before].filter(stays)))
      setRefused((before) => only(before, stays))
    },
  }
}

// `Object.keys` forgets the keys' own type.
const namesOf = <V extends object>(values: V) => Object.keys(values) as (keyof V & string)[]

const only = <T extends object>(values: T, stays: (name: string) => boolean): T =>
  // Only keys that may be absent are taken away.
  Object.fromEntries(Object.entries(values).filter(([name]) => stays(name))) as T

/** Plain data alone stands in forms, so that its text tells it apart. */
const isSame = (a: unknown, b: unknown): boolean => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)

function focusFirstFault(form: HTMLElement | null): void {
  form
    ?.querySelector<HTMLElement>(
      'input[aria-invalid=true], textarea[aria-invalid=true], [data-invalid] button',
    )
    ?.focus()
}

/** Judges each field by the schema of the contract that the server judges it by. */
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
