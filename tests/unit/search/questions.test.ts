import { inLanguage } from '#lib/platform/languages/current.ts'
import type { Language } from '#lib/platform/languages/index.ts'
import { searchSite } from '#lib/site/search/index.ts'

/** As people type, with the page that has to stand first, and what its answer has to say. */
const questions: Record<Language, Record<string, string | readonly [page: string, says: RegExp]>> = {
  en: {
    // Families
    'surgery near me': '/GetSurgery',
    'free cleft lip operation for my son': '/GetSurgery',
    'how much does the surgery cost': '/GetSurgery',
    'did the eclipse cause the cleft': '/GetSurgery',
    'my baby cant drink milk': '/GetSurgery',
    'what age for surgrey': '/GetSurgery',
    'next camp in Kenya': ['/UpcomingCamps', /\+254/],
    'when is the next camp in india': ['/UpcomingCamps', /\+91/],
    'honth kata bacha': ['/GetSurgery', /\+91/],
    'muft ilaj': ['/GetSurgery', /\+91/],
    'bache ka hoth kata hai': '/GetSurgery',
    'upasuaji wa bure': ['/GetSurgery', /\+254/],
    'mtoto mdomo': '/GetSurgery',
    'hospital nairobi cleft': '/GetSurgery',
    'cleft pallete surgery adult': '/GetSurgery',
    'speech therapy after operation': '/CraniofacialSurgeries',
    'whats app number surgery': '/GetSurgery',
    'whatsapp pe baat karni hai': '/GetSurgery',
    'kitni umar mein surgery hoti hai': ['/GetSurgery', /3 months/],
    'baby choking on milk': ['/GetSurgery', /do not wait/],
    'palate surgery recovery food': '/Aftercare',
    'hearing loss after cleft palate': '/Aftercare',
    'is anesthesia safe for 4 month old': ['/GetSurgery', /3 months/],
    'do you pay for the bus to the hospital': ['/GetSurgery', /journey/],
    'can my brother come, he is 34 years old': ['/GetSurgery', /never too late/],
    'which papers do we need to bring': '/GetSurgery',
    'scar after lip surgery': '/Aftercare',
    'operation ke baad bacha kya khaye': '/Aftercare',
    'kya operation ke paise lagte hain': ['/GetSurgery', /Nothing/],
    // Money
    'where does my money go': ['/Transparency', /\$1,200/],
    'how is my donation used': '/Transparency',
    'admin costs percent': '/Transparency',
    'annual report': '/Transparency',
    EIN: '/Transparency',
    'is this charity legit': '/Transparency',
    '80g receipt': '/Transparency',
    'tax deductable': '/Transparency',
    'how much is one surgery for a donor': ['/Transparency', /\$1,200/],
    'cost of a camp': ['/Transparency', /\$75,000/],
    'how many surgeries': ['/Transparency', /[\d,]{4,} free surgeries, [\d,]+ medical camps/],
    'how many surgeries in kenya': ['/Kenya', /\d+ free surgeries/],
    "where's my receipt": '/ContactUs',
    'how do I cancel monthly': '/TermsAndCondition',
    'stop my monthly donaton': '/TermsAndCondition',
    'charged twice': '/TermsAndCondition',
    upi: '/DonateIndia',
    'google pay': '/DonateIndia',
    'bank transfer account number': '/give',
    'paypal donation': '/give',
    'donate in memory of my mother': '/give',
    'donate my old car': '/VehicleDonation',
    'leave money in my will': '/LegacyPlannedGifts',
    'how do i set up a standing order': '/give',
    'do you take american express': '/give',
    'fundraise for my birthday': '/give',
    'how many countries do you work in': '/Transparency',
    'camp results complications': '/CampOutcomes',
    // Events
    'do kids pay for the 5k': '/Race',
    'where do i park for the run': '/Race',
    '5k date and price': ['/Race', /September \d{4}.*5K \$35/],
    'when is the 5k run': ['/Race', /September/],
    'how much is the 10k': ['/Race', /10K \$55/],
    'regsiter for the race': '/Race',
    'refund dance ticket': ['/FatherDaughterDance', /donation/],
    'can i get my money back for dance tickets': ['/FatherDaughterDance', /final/],
    'father dauhgter dance date': ['/FatherDaughterDance', /February|expected/],
    'dance tickets': '/FatherDaughterDance',
    'sponsor the race': ['/Event5kSponsorship', /\$10,000/],
    'sponsor the dance': ['/FatherDaughterSponser', /\$5,000/],
    'next webinar': '/PeopleNotProducts',
    'volunteer at the run': '/EventVolunteers',
    'volunteer doctor': '/MedicalCamps',
    'student internship': '/StudentIntern',
    // Press, contact, others
    'press contact': ['/PressKit', /@/],
    'logo download': '/PressKit',
    'meda kit': '/PressKit',
    'press release': '/PressRelease',
    'high resolution photos': '/PressKit',
    spokesperson: '/PressKit',
    unsubscribe: ['/PrivacyPolicy', /link/],
    'stop the newsletter emails': '/PrivacyPolicy',
    'phone number Nairobi': ['/ContactUs', /\+254/],
    'phone number Kenya office': ['/ContactUs', /\+254/],
    'call india office': ['/ContactUs', /\+91/],
    'contact usa': ['/ContactUs', /\+1/],
    'trafficking hotline': ['/AntiHumanTrafficking', /1-888-373-7888/],
    'humen traficking help': ['/AntiHumanTrafficking', /1-888-373-7888/],
    'i was trafficked help me': ['/AntiHumanTrafficking', /1-888-373-7888/],
    'girl disappeared': ['/AntiHumanTrafficking', /1-888-373-7888/],
    'is my gift tax free in uk': '/Transparency',
    'board members': '/ExecutiveBoardOfDirectors',
    'privacy policy': '/PrivacyPolicy',
    'delete my data': '/PrivacyPolicy',
    'medical supplies donation': '/Inkind',
  },
  hi: {
    'कटे होंठ का इलाज': '/GetSurgery',
    'mere bacche ka hoth kata hai operation': '/GetSurgery',
    'honth kata bacha': '/GetSurgery',
    'muft ilaj': '/GetSurgery',
    'बच्चा दूध नहीं पी पाता': '/GetSurgery',
    'किस उम्र में ऑपरेशन होता है': '/GetSurgery',
    'सर्जरी के बाद बच्चा साफ नहीं बोलता': '/CraniofacialSurgeries',
    'डॉक्टर स्वयंसेवक बनना है': '/MedicalCamps',
    'हर महीने का दान कैसे बंद करें': '/TermsAndCondition',
    '80G की रसीद': '/Transparency',
    'रसीद नहीं मिली': '/ContactUs',
    'चेक किस पते पर भेजें': '/ContactUs',
    'फोन नंबर': '/ContactUs',
    'ऑपरेशन के बाद खाना': '/Aftercare',
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
    'namba ya simu ya nairobi': ['/ContactUs', /Piga simu \+254/],
    'sera ya faragha': '/PrivacyPolicy',
  },
}

const asked = Object.entries(questions).flatMap(([language, pages]) =>
  Object.entries(pages).map(([query, expected]) => {
    const [page, says = /./] = typeof expected === 'string' ? [expected] : expected
    return { language: language as Language, query, page, says }
  }),
)

test.each(asked)('in $language, “$query” finds $page first', async ({ language, query, page, says }) => {
  const [first] = await inLanguage(language, () => searchSite(query))
  expect(first?.text.address.replace(/#.*/, '')).toBe(language === 'en' ? page : `/${language}${page}`)
  expect(first?.text.description).toMatch(says)
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
