/** Whether Next hydrates the whole page: under `next dev`. Our server removes Next's runtime. For browsers. */
export const hydratesWholePage = (): boolean => '__next_f' in globalThis
