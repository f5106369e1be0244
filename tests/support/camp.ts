/** A camp in Nakuru, planned unless `changes` say more. */
import { campSchema } from '#lib/site/content/event-schema.ts'

export const nakuruCamp = (changes: object = {}) =>
  campSchema.parse({
    title: 'Camp in Nakuru',
    country: 'Kenya',
    place: 'Hospital of Nakuru',
    zone: 'Africa/Nairobi',
    from: '2027-03-01',
    until: '2027-03-09',
    summary: 'Nine days of surgery.',
    updated: '2026-11-25',
    ...changes,
  })
