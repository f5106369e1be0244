/** Sends the sign-up without leaving the page. The server alone judges it. */
import { sendInPlace } from './posted-form.ts'

export const start = (root: HTMLElement): void =>
  sendInPlace(root, (data) => ({ body: Object.fromEntries(data), summary: '', errors: [] }))
