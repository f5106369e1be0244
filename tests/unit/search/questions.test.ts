import { inLanguage } from '#lib/platform/languages/current.ts'
import type { Language } from '#lib/platform/languages/index.ts'
import { searchSite } from '#lib/site/search/index.ts'

/** As people type. */
const questions: Record<Language, Record<string, string>> = {
  en: {
    'surgery near me': '/GetSurgery',
    'free cleft lip operation for my son': '/GetSurgery',
    'how much does the surgery cost': '/GetSurgery',
    'did the eclipse cause the cleft': '/GetSurgery',
    'volunteer doctor': '/MedicalCamps',
    'how do I cancel monthly': '/TermsAndCondition',
    '80g receipt': '/Transparency',
    "where's my receipt": '/ContactUs',
    upi: '/DonateIndia',
    'bank transfer account number': '/give',
    'phone number Kenya office': '/ContactUs',
    'privacy policy': '/PrivacyPolicy',
  },
  hi: {
    'कटे होंठ का इलाज': '/GetSurgery',
    'mere bacche ka hoth kata hai operation': '/GetSurgery',
    'बच्चा दूध नहीं पी पाता': '/GetSurgery',
    'किस उम्र में ऑपरेशन होता है': '/GetSurgery',
    'सर्जरी के बाद बच्चा साफ नहीं बोलता': '/CraniofacialSurgeries',
    'डॉक्टर स्वयंसेवक बनना है': '/MedicalCamps',
    'हर महीने का दान कैसे बंद करें': '/TermsAndCondition',
    '80G की रसीद': '/Transparency',
    'रसीद नहीं मिली': '/ContactUs',
    'चेक किस पते पर भेजें': '/ContactUs',
    'फोन नंबर': '/ContactUs',
  },
  sw: {
    'upasuaji wa bure karibu nami': '/GetSurgery',
    'kambi Kisumu lini': '/GetSurgery',
    'hospitali Turkana': '/GetSurgery',
    'gharama ya upasuaji': '/GetSurgery',
    'mtu mzima anaweza kufanyiwa upasuaji': '/GetSurgery',
    'mtoto haongei vizuri baada ya upasuaji': '/CraniofacialSurgeries',
    'daktari kujitolea': '/MedicalCamps',
    'nisitishe vipi mchango wa kila mwezi': '/TermsAndCondition',
    mpesa: '/give',
    'namba ya akaunti ya benki': '/give',
    'sera ya faragha': '/PrivacyPolicy',
  },
}

const asked = Object.entries(questions).flatMap(([language, pages]) =>
  Object.entries(pages).map(([query, page]) => ({ language: language as Language, query, page })),
)

test.each(asked)('in $language, “$query” finds $page first', async ({ language, query, page }) => {
  const [first] = await inLanguage(language, () => searchSite(query))
  expect(first?.text.address.replace(/#.*/, '')).toBe(language === 'en' ? page : `/${language}${page}`)
})

test('an answer is found in spite of a slip, but a word of three letters only as it is', async () => {
  const first = async (query: string) => (await searchSite(query))[0]?.text.address
  expect(await first('volunteerr docter')).toBe('/MedicalCamps#volunteer')
  expect(await first('upi')).toBe('/DonateIndia')
  expect(await first('upj')).not.toBe('/DonateIndia')
})

test('one word of a long query does not say what it is about', async () => {
  const [first] = await searchSite('Chloe told the surgeon how the mirror in the ward had frightened her')
  expect(first?.text.kind).not.toBe('Answer')
})
