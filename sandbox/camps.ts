/** Stand-in for the camp API. Its figures differ from the ones embedded in the site, so that a page shows which of the two it has. */
import { json, type Service, startService } from './http.ts'

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
  return startService({
    name: 'Camp API',
    about: 'Answers how many surgeries and camps there have been, in total and by country.',
    port: options.port,
    failure: (status) => json(status, { error: `Error ${status}` }),
    routes: [{ method: 'GET', path: '/api/country-wise-camps-summary', kind: 'api', handle: () => json(200, summary) }],
  })
}
