/** What a visitor reads once an enquiry or a sign-up is stored (specification, section 9). Pure. */

/** `organisation`: its name, from content/site.yaml. */
export function thankYou(organisation: string): string {
  return `Thank you for contacting ${organisation}. We appreciate your kindness, generosity and support. One of our team members will contact you as soon as possible.`
}
