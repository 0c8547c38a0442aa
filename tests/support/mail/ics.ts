import ICAL from 'ical.js'

/** A calendar event as a second, independent parser reads it. */
export interface ReadEvent {
  uid: string
  sequence: number
  summary: string
  status: string | null
  /** In UTC with Z: the instant that the parser computes from the file's own zones. */
  start: string
  end: string
  tzid: string | null
  organizer: string | null
  attendees: string[]
  lines: string
}

const isoOf = (time: ICAL.Time): string => new Date(time.toUnixTime() * 1000).toISOString()

/** Reads a calendar with only the zones that it contains. */
export function readIcs(text: string): { method: string | null; zones: string[]; events: ReadEvent[] } {
  ICAL.TimezoneService.reset()
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zones = calendar.getAllSubcomponents('vtimezone')
  for (const zone of zones) ICAL.TimezoneService.register(zone)
  const textOf = (from: ICAL.Component, name: string) => {
    const value = from.getFirstPropertyValue(name)
    return value === null ? null : String(value)
  }
  return {
    method: textOf(calendar, 'method'),
    zones: zones.map((zone) => textOf(zone, 'tzid') ?? ''),
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      return {
        uid: event.uid,
        sequence: event.sequence,
        summary: event.summary,
        status: textOf(component, 'status'),
        start: isoOf(event.startDate),
        end: isoOf(event.endDate),
        tzid: component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? null,
        organizer: textOf(component, 'organizer'),
        attendees: component.getAllProperties('attendee').map((one) => String(one.getFirstValue())),
        lines: component.toString(),
      }
    }),
  }
}
