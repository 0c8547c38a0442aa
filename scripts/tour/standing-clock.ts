/** Runs in the browser before the page's scripts: its clock stands still at this moment. Timers run on. */
export function standClock(at: number): void {
  const RealDate = Date
  window.Date = class extends RealDate {
    constructor(...given: [] | ConstructorParameters<typeof Date>) {
      if (given.length === 0) super(at)
      else super(...given)
    }
    static override now(): number {
      return at
    }
  } as DateConstructor // It differs only in the two places where it is asked for the time.
}
