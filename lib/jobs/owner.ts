/**
 * Whose data a database holds, as written at its first start. A charity may change its name or correct the day on which it was founded, but
 * not both at once.
 */
import { readSetting, writeSetting } from '#lib/platform/store/index.ts'
import { site } from '#lib/site/content/index.ts'

export const ownerKey = 'charity'

const owner = () => [site().names.organisation, site().founded.date]

/** The other charity that the value of the setting names; null if it is ours, or unknown. */
export function strangerIn(setting: string): string | null {
  const known = setting.split('\n')
  const ours = owner()
  return known.length > 1 && known.every((part, index) => part !== ours[index]) ? (known[0] ?? '') : null
}

/** Why the store must not be used, as a sentence: it is another charity's. */
export async function otherOwner(): Promise<string | null> {
  const known = (await readSetting(ownerKey))?.value ?? ''
  const stranger = strangerIn(known)
  if (stranger)
    return `The database is that of ${stranger}, and the content that of ${owner()[0]}: each charity needs a DATA_DIR or DATABASE_URL of its own.`
  const ours = owner().join('\n')
  if (known !== ours) await writeSetting(ownerKey, ours)
  return null
}
