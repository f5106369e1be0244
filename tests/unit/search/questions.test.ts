import { inLanguage } from '#lib/platform/languages/current.ts'
import type { Language } from '#lib/platform/languages/index.ts'
import { searchSite } from '#lib/site/search/index.ts'

/** As people type. */
const questions: Record<Language, Record<string, string>> = {
  en: {
    'surgery near me': '/GetSurgery',
    'camp in Bihar': '/GetSurgery',
    'free cleft lip operation for my son': '/GetSurgery',
    'baby cannot drink milk cleft': '/GetSurgery',
    'how much does the surgery cost': '/GetSurgery',
    'is 40 too old for cleft surgery': '/GetSurgery',
    'did the eclipse cause the cleft': '/GetSurgery',
    'when is the next camp': '/UpcomingCamps',
    'volunteer doctor': '/MedicalCamps',
    'can i volunteer': '/EventVolunteers',
    'how do I cancel monthly': '/TermsAndCondition',
    '80g receipt': '/Transparency',
    "where's my receipt": '/ContactUs',
    'form 990': '/Transparency',
    upi: '/DonateIndia',
    cheque: '/ContactUs',
    'bank transfer account number': '/give',
    'whatsapp number': '/GetSurgery',
    'phone number Kenya office': '/ContactUs',
    'who is on the board': '/ExecutiveBoardOfDirectors',
    'privacy policy': '/PrivacyPolicy',
  },
  hi: {
    'मुफ्त ऑपरेशन कहां होगा': '/GetSurgery',
    'कटे होंठ का इलाज': '/GetSurgery',
    'बिहार में कैंप कब लगेगा': '/GetSurgery',
    'mere bacche ka hoth kata hai operation': '/GetSurgery',
    'उत्तर प्रदेश में अस्पताल': '/GetSurgery',
    'बच्चा दूध नहीं पी पाता': '/GetSurgery',
    'ऑपरेशन में कितना खर्चा आता है': '/GetSurgery',
    'किस उम्र में ऑपरेशन होता है': '/GetSurgery',
    'क्या ग्रहण से होंठ कटता है': '/GetSurgery',
    'सर्जरी के बाद बच्चा साफ नहीं बोलता': '/CraniofacialSurgeries',
    'अगला शिविर कब है': '/UpcomingCamps',
    'डॉक्टर स्वयंसेवक बनना है': '/MedicalCamps',
    वालंटियर: '/EventVolunteers',
    'हर महीने का दान कैसे बंद करें': '/TermsAndCondition',
    '80G की रसीद': '/Transparency',
    'रसीद नहीं मिली': '/ContactUs',
    'यूपीआई से दान': '/DonateIndia',
    'चेक किस पते पर भेजें': '/ContactUs',
    'बैंक खाता नंबर': '/give',
    'फोन नंबर': '/ContactUs',
    'camp in Bihar': '/GetSurgery',
  },
  sw: {
    'upasuaji wa bure karibu nami': '/GetSurgery',
    'mtoto wangu ana mdomo wa sungura': '/GetSurgery',
    'kambi Kisumu lini': '/GetSurgery',
    'nahitaji operesheni ya mdomo': '/GetSurgery',
    'hospitali Turkana': '/GetSurgery',
    'mtoto mchanga hawezi kunyonya maziwa': '/GetSurgery',
    'gharama ya upasuaji': '/GetSurgery',
    'upasuaji ni pesa ngapi': '/GetSurgery',
    'mtu mzima anaweza kufanyiwa upasuaji': '/GetSurgery',
    'ni laana': '/GetSurgery',
    'mtoto haongei vizuri baada ya upasuaji': '/CraniofacialSurgeries',
    'kambi ijayo ni lini': '/UpcomingCamps',
    'daktari kujitolea': '/MedicalCamps',
    'nataka kujitolea': '/EventVolunteers',
    'nisitishe vipi mchango wa kila mwezi': '/TermsAndCondition',
    'sijapata risiti yangu': '/ContactUs',
    mpesa: '/give',
    'hundi naandika kwa jina gani': '/ContactUs',
    'namba ya akaunti ya benki': '/give',
    'namba ya simu ya ofisi ya Kenya': '/ContactUs',
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
