/** Schema of content/camps/{id}.yaml: a medical camp with dates that may be published. Pure zod. */
import { z } from 'zod'
import { day, group, line, text, timeZone } from './fields.ts'
import { country } from './schema.ts'

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
  updated: day,
}).refine(({ from, until }) => from <= until, { path: ['until'], error: 'must not be before `from`' })

export type PlannedCamp = z.output<typeof campSchema> & { /** The name of its file. */ id: string }
