/** Stand-in for the camp API. Its figures differ from the ones embedded in the site, so that a page shows which of the two it has. */
import { z } from 'zod'
import { control, json, type Service, startService } from './http.ts'

const summary = {
  totalSurgeryCount: 1261,
  totalCampCount: 82,
  totalCountryCount: 7,
  countryWiseCamps: {
    INDIA: { surgeryCount: 641, campCount: 46 },
    KENYA: { surgeryCount: 315, campCount: 18 },
    ZIMBABWE: { surgeryCount: 209, campCount: 11 },
    UGANDA: { surgeryCount: 22, campCount: 2 },
    AFRICA: { surgeryCount: 74, campCount: 5 },
  },
}

export function startCamps(options: { port: number }): Promise<Service> {
  let current: unknown = summary
  return startService({
    name: 'Camp API',
    about: 'Answers how many surgeries and camps there have been, in total and by country.',
    port: options.port,
    reset() {
      current = summary
    },
    failure: (status) =>
      json(status, { error: status === 429 ? 'Too many requests' : 'Internal server error' }, retryAfter(status)),
    unknown: () => json(404, { error: 'Not found' }),
    routes: [
      {
        method: 'GET',
        path: '/api/country-wise-camps-summary',
        kind: 'api',
        about: 'The summary.',
        handle: () => json(200, current),
      },
    ],
    controls: [
      control({
        path: '/_sandbox/summary',
        about: 'Replaces the whole summary by any JSON, sensible or not.',
        input: z.unknown(),
        example: { ...summary, totalSurgeryCount: 1300 },
        act(value) {
          current = value
          return json(200, { summary: current })
        },
      }),
    ],
  })
}

const retryAfter = (status: number): Record<string, string> => (status === 429 ? { 'retry-after': '1' } : {})
