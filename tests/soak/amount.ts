/** How much a long run does: everything in `npm run test:soak`, a part of it in `npm test`. */
const isShort = process.env.SOAK === 'short'

export const inFull = <Amount>(full: Amount, short: Amount): Amount => (isShort ? short : full)
