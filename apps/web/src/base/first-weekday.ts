/** Browsers and versions of TypeScript's types differ in whether they have this, and under which name. */
interface WeekLocale {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The first day of the week in the locale, by default the browser's: 0 is Sunday. */
export function firstWeekday(locale: string = navigator.language): number {
  const known = new Intl.Locale(locale) as unknown as WeekLocale
  // Intl counts from 1 for Monday to 7 for Sunday.
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 }
  return firstDay % 7
}
