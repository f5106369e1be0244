/** No story is open: said again for the way back from one, where a slot would otherwise keep what it showed. */
export { default } from './default.tsx'
