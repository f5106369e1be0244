/** A result of the launch check. */

/** `unknown`: could not be checked, because something did not respond. */
export type Level = 'blocks' | 'warning' | 'unknown' | 'fine'

/** `where`: what to change, as file:line, a variable, or the address of a dashboard page. Null when there is nothing to change. */
export type Finding = { level: Level; about: string; sentence: string; where: string | null }

/** Makes findings about one subject. */
export const findingsAbout =
  (about: string) =>
  (level: Level, sentence: string, where: string | null = null): Finding => ({ level, about, sentence, where })
