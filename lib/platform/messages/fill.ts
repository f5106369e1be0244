/** Completes a message in the browser, which has no message formatter. Pure and browser-safe. */

/** `text`: with plain placeholders only, `{amount}`; tests/unit/messages.test.ts enforces this for the sections that browsers get. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
