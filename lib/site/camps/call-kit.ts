/** What volunteers send and read aloud to announce a camp, made of its file alone; and how long it is. */
import { daysInWords } from '#lib/platform/dates.ts'
import { currentLocale } from '#lib/platform/languages/current.ts'
import type { Language } from '#lib/platform/languages/index.ts'
import { messages } from '#lib/platform/messages/index.ts'
import type { PlannedCamp } from '#lib/site/content/event-schema.ts'

type Source = { organisation: string; phone: string | undefined; isSample: boolean }

/** In the current language. A sample says so first, wherever it is pasted. Without a telephone number, they name none. */
export function callTexts({ place, from, until }: PlannedCamp, { organisation, phone, isSample }: Source) {
  const t = messages()
  const days = daysInWords(from, until, currentLocale())
  const values = { organisation, place, days, phone: phone ?? 'none' }
  const labelled = (text: string) => (isSample ? `${t('sample.short').toUpperCase()}: ${text}` : text)
  return { days, sms: labelled(plainly(t('kit.smsText', values))), radio: labelled(t('kit.radioText', values)) }
}

/** A single dash or curly quote that the short alphabet lacks would more than double the price of a message. */
const plainly = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?[–—] ?/g, '-')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Each follows an escape character, so it counts as two. */
const extension = '\f^{}\\[~]|€'

/**
 * How many messages an operator bills. All letters in the GSM 7-bit default alphabet or its extension: 160 septets, or 153 in each of
 * several parts; otherwise UCS-2: 70 code units, or 67. A part never ends within a character. 3GPP TS 23.038, 6.2.1 and 6.2.1.1 (the
 * alphabets), and TS 23.040, 9.2.3.24.1 (six octets of each part join them).
 */
export function smsSize(text: string): { alphabet: 'GSM-7' | 'UCS-2'; units: number; parts: number } {
  const characters = [...text]
  const isShort = characters.every((character) => basic.includes(character) || extension.includes(character))
  const sizes = characters.map((character) => (isShort ? (extension.includes(character) ? 2 : 1) : character.length))
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const [single, ofSeveral] = isShort ? [160, 153] : [70, 67]
  let parts = 1
  let filled = 0
  for (const size of units > single ? sizes : []) {
    if (filled + size > ofSeveral) {
      parts += 1
      filled = 0
    }
    filled += size
  }
  return { alphabet: isShort ? 'GSM-7' : 'UCS-2', units, parts }
}

/** Words that a speaker says in a second, at the usual 150 a minute. */
const wordsPerSecond = 2.5

/** Each digit counts as a word: telephone numbers are read so. Estimated, and rather too long than too short. */
export function speakingTime(text: string): { words: number; seconds: number } {
  const words = text.match(/\d|[^\s\d]*\p{L}[^\s\d]*/gu)?.length ?? 0
  return { words, seconds: Math.ceil(words / wordsPerSecond) }
}

/** Whether our pictures (app/og) have its letters: their fonts are Latin. */
export const hasCampPicture = (language: Language): boolean => new Intl.Locale(language).maximize().script === 'Latn'
