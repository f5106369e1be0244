/** Where an event's calendar file stands. Pure. */

/** /calendar/race.ics */
export const calendarAddress = (id: string): string => `/calendar/${id}.ics`
