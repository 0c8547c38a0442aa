/** Not every browser and not every version of the types knows it, or by the same name. */
interface WeekLocale {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The day that a week begins with where somebody lives, by their browser: 0 is Sunday. */
export function firstWeekday(locale: string = navigator.language): number {
  const known = new Intl.Locale(locale) as unknown as WeekLocale
  // Intl counts from 1 for Monday to 7 for Sunday.
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 }
  return firstDay % 7
}
