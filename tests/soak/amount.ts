/** How much a long run does: everything in `npm run test:soak`, a part of it in `npm test`. */
export const inFull = <Amount>(full: Amount, short: Amount): Amount => (process.env.TEST_ALL ? full : short)
