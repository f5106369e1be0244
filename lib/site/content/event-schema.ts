/** Schemas of content/events/{id}.yaml and content/camps/{id}.yaml, and the days of an event that repeats. Pure; lib/site/events computes moments. */
import { z } from 'zod'
import {
  campaign,
  country,
  day,
  distinct,
  fairValue,
  group,
  href,
  kind,
  line,
  markdown,
  picture,
  price,
  publication,
  reason,
  slug,
  text,
  timeZone,
} from './fields.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
type Weekday = (typeof weekdays)[number]

/** "The `week`-th `weekday` of every `everyMonths`-th month." */
export type Rule = { everyMonths: number; week: number; weekday: Weekday }

/** Months since year 0, so that months can be added. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** year-month-day of the `week`-th (1 to 4) weekday of a month, given as months since year 0. */
function dayIn(month: number, { week, weekday }: Rule): string {
  const first = new Date(Date.UTC(Math.floor(month / 12), month % 12, 1))
  const ahead = (weekdays.indexOf(weekday) - first.getUTCDay() + 7) % 7
  first.setUTCDate(1 + ahead + (week - 1) * 7)
  return first.toISOString().slice(0, 10)
}

/** Whether the day is the rule's weekday of its month. Does not check the month. */
const fitsRule = (day: string, rule: Rule): boolean => dayIn(monthOf(day), rule) === day

/** The days of the rule on or after `from`, infinitely many. `known`: one of its days, which determines the months. */
export function* daysOf(rule: Rule, known: string, from: string): Generator<string, never> {
  const start = monthOf(known)
  let step = Math.floor((monthOf(from) - start) / rule.everyMonths)
  for (;;) {
    const day = dayIn(start + step * rule.everyMonths, rule)
    step += 1
    if (day >= from) yield day
  }
}

/** The rule as an RRULE value (RFC 5545, 3.3.10): FREQ=YEARLY;BYMONTH=9;BYDAY=2SA. `day`: one of its days, for the month of a yearly one. */
export function recurrenceRule({ everyMonths, week, weekday }: Rule, day: string): string {
  const byDay = `BYDAY=${week}${weekday.slice(0, 2).toUpperCase()}`
  return everyMonths === 12
    ? `FREQ=YEARLY;BYMONTH=${Number(day.slice(5, 7))};${byDay}`
    : `FREQ=MONTHLY;INTERVAL=${everyMonths};${byDay}`
}

const action = group({ label: line, href })
const time = kind(
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the 24-hour clock such as "18:30"'),
  { form: 'time' },
)

const ticketKind = group({
  /** Recorded with payments, so it never changes. */
  id: slug,
  name: line,
  /** $0 for a ticket that is free. */
  price,
  /** The good-faith value of what it buys, which buyers read before they pay, and on their receipt. A free one needs none. */
  value: fairValue.optional(),
  places: z.int().min(1).max(2000),
  /** What the buyer confirms, in a parent's or guardian's own words: "I am …". */
  consent: text.max(300).optional(),
})
export type TicketKind = z.output<typeof ticketKind>

export const eventSchema = group({
  title: line.max(70),
  /** For its card, calendars and search engines. */
  summary: text.max(240),
  href,
  picture,
  zone: timeZone,
  /** The date; for a recurring event any of its dates, which determines the months. */
  date: day,
  starts: time,
  ends: time.optional(),
  /** "The second Saturday of every twelfth month." */
  repeats: group({
    everyMonths: z.int().min(1).max(12),
    week: z.int().min(1).max(4),
    weekday: z.enum(weekdays),
    /** The rule in words: "On the second Saturday of every September". */
    words: line,
  }).optional(),
  /** Held every year on a day without a rule: once it is over, its page names the month in which the next one is expected. */
  yearly: z.literal(true).optional(),
  calledOff: z.array(day).default([]),
  programme: z.array(group({ at: time, until: time.optional(), what: line })).default([]),
  venue: group({ name: line, town: line, region: line, country: z.string().regex(/^[A-Z]{2}$/) }).optional(),
  /** How to take part remotely: Zoom. */
  online: line.optional(),
  register: action.optional(),
  /** Sold through our own form, on the page with the block `ticket-form`. */
  tickets: group({
    kinds: z
      .array(ticketKind)
      .min(1)
      .max(8)
      .refine((kinds) => new Set(kinds.map(({ price }) => price.currency)).size === 1, 'must be in one currency')
      .superRefine(distinct('id')),
    /** In one order. */
    perOrder: z.int().min(1).max(20).default(8),
    /** Whether money is given back: buyers read it before they pay. */
    refunds: text,
  }).optional(),
  /** The good-faith value of what a ticket buys from somebody else. */
  ticketValue: fairValue.optional(),
  /** Shown when it is over and there is no further date. */
  afterwards: group({ text: markdown, actions: z.array(action).max(2).default([]) }).optional(),
  updated: day,
  ...publication,
}).superRefine((event, context) => {
  const report = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (event.ends !== undefined && event.ends <= event.starts)
    report('ends', `must be after ${event.starts}, on the same day`)
  if (event.repeats && !fitsRule(event.date, event.repeats)) report('date', 'is not a day of the rule under `repeats`')
  if (!event.venue && !event.online) report('venue', 'is missing: say where it is held, in `venue`, `online`, or both')
  if (!event.repeats && !event.afterwards) report('afterwards', 'is missing: say what is read once it is over')
})

export type CharityEvent = z.output<typeof eventSchema> & { /** The name of its file: race. */ id: string }

export const campStages = ['planned', 'funded', 'under-way', 'done'] as const
const people = z.int().min(0)
/** What became of a camp. Every number counts people, among those who were operated on. */
const campReport = group({
  /** The day on which they were counted. */
  day,
  operated: people,
  seenAfterWeek: people.optional(),
  /** How they were counted, and by whom. */
  method: text.max(240),
  /** `day`: of this later count. */
  outcomes: group({
    day: day.optional(),
    seenAfterYear: people.optional(),
    complications: people.optional(),
  }).optional(),
}).superRefine(({ operated, seenAfterWeek, outcomes = {} }, context) => {
  const { seenAfterYear, complications } = outcomes
  for (const [name, count] of Object.entries({ seenAfterWeek, seenAfterYear, complications }))
    if (count !== undefined && count > operated) {
      const path = name === 'seenAfterWeek' ? [name] : ['outcomes', name]
      context.addIssue({ code: 'custom', path, message: `is more than were operated on, ${operated}` })
    }
})

/** Schema of content/camps/{id}.yaml: a medical camp with dates that may be published. Pure zod. */
export const campSchema = group({
  title: line.max(70),
  country,
  /** Hospital and town. */
  place: line,
  zone: timeZone,
  /** First and last day. */
  from: day,
  until: day,
  summary: text.max(400),
  /** For patients: the way to the hospital, and what is free. */
  gettingThere: text.max(400).optional(),
  paid: text.max(400).optional(),
  /** People, supplies and money that are still missing. */
  needs: z.array(line).default([]),
  /** By its days, if it is left out. */
  stage: z.enum(campStages).optional(),
  /** Which gifts help to pay for it: those to these campaigns, and those to no campaign for these purposes; until its last day, and since the camp before it. */
  gifts: group({ campaigns: z.array(campaign).default([]), reasons: z.array(reason).default([]) }).optional(),
  /** Once it is done: shown in the register of outcomes. */
  report: campReport.optional(),
  updated: day,
})
  .refine(({ from, until }) => from <= until, { path: ['until'], error: 'must not be before `from`' })
  .refine(({ report, stage }) => !report || stage === 'done', {
    path: ['stage'],
    error: 'must be done, because the camp has a report',
  })
  .refine(({ report, until }) => !report || until <= report.day, {
    path: ['report', 'day'],
    error: 'must not be before the last day of the camp',
  })

export type PlannedCamp = z.output<typeof campSchema> & { /** The name of its file. */ id: string }
