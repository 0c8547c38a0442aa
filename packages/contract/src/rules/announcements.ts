interface Timed {
  from: string
  until: string
}

/** The notices that are shown at an instant (epoch milliseconds): from `from` on, until just before `until`. */
export const standingAnnouncements = <A extends Timed>(all: readonly A[], now: number): A[] =>
  all.filter((entry) => Date.parse(entry.from) <= now && now < Date.parse(entry.until))
