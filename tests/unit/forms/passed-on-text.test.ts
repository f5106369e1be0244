/** What a stranger may write to another stranger: names of all kinds, and no address in any spelling. */

import { describeNewsletter, enquiryWithLabels } from '#lib/contact/enquiries/form.ts'
import { type Field, type FormDescription, validate } from '#lib/contact/forms/form.ts'
import { holdsAddress, holdsLetter } from '#lib/contact/forms/text.ts'
import { donationTerms } from '#lib/giving/donation/checkout.ts'
import { describeDonation } from '#lib/giving/donation/form.ts'
import { termsOf } from '#lib/giving/sponsorship/checkout.ts'
import { describeSponsorship } from '#lib/giving/sponsorship/form.ts'
import { textsIn } from '#lib/platform/messages/index.ts'
import { setEnvironment } from '#tests/support/store.ts'

/** One to a line, or separated by bars. */
const list = (text: string) => text.trim().split(/ \| |\n +/)

const names = list(`
  St. John | J.R.R. | J.R.R. Tolkien | J.R.R.Tolkien | O’Neil | O'Neil | D’Souza | Mary-Jane | Mary-Ann O’Neill
  Dr. A. P. J. Abdul Kalam | A.P.J. Abdul Kalam | A.R. Rahman | A.R.Rahman | K.V.Rao | K.V.RAO | C.McCarthy | K.O’Brien
  Smt. Lata Mangeshkar | Md. Irfan | Ms. E. Ng | John Smith Jr. | Henry VIII | X Æ A-12 | Ø | Li | U Nu | É.Zola
  Renée Müller-Lüdenscheidt | Nguyễn Thị Minh Khai | Łukasz Żółć | İbrahim Çelik | Þórdís Kolbrún | Seán Ó Sé
  Njeri wa Thiong’o | Wanjikũ | Ng’ang’a Mwangi | Achieng’ Odhiambo | Mwalimu Julius K. Nyerere | Rehema Juma
  Khadija binti Said | Nomvula Ndlovu | मीरा राव | श्रीमती सुषमा | ए. पी. जे. अब्दुल कलाम | क्षत्रिय | डॉ. भीमराव आंबेडकर
  शर्मा\u200dजी | আশা | ஆ. ப. ஜெ. அப்துல் கலாம் | ఆశ | ਹਰਪ੍ਰੀਤ | ആശ | محمد بن سلمان | عبد‌الله | فاطمة الزهراء
  أ. د. أحمد | רות לוי | እመቤት | Ωμέγα | Владимир В. Набоков | Л.Н.Толстой | 李小龍 | 王芳 | 山田 太郎 | やまだ たろう | ﾔﾏﾀﾞ | 김영희
  J·R·R·托尔金 | 司马 迁 | J.R. Rao | J.R.Rao | M.K.Gandhi | X.Comstock | L.Netanyahu | Л.Орган | Л.Русланов`)
const organisations = list(`
  Rao Textiles Pvt. Ltd. | St. Mary’s Hospital | 3M | U.S.A. Friends | AT&T | Women/Children First | L’Oréal S.A.`)
const messages = list(`
  She was 94. We miss her! | Room 3.14, at 10.30 a.m. … see you. | ご冥福をお祈りします。心から。 | 愿她安息。我们想念她。 | 愿她安息。中国人民想念她。 | 妈妈。我爱你
  We miss you...today and always. | You live on…world without end | 愿她安息。谢谢 | ありがとう。さようなら。 | ご冥福を。テストではありません。
  वह हमारी माँ थीं। हम उन्हें याद करते हैं।`)

const addresses = list(`
  https://evil.example/pay | http:evil.example | evil.example | EVIL.EXAMPLE | Evil.Example | www.evil.example | //evil
  evil。com | evil．com | evil｡com | evil․com | evil﹒com | ｅｖｉｌ．ｃｏｍ | 例子．中国 | पैसा.भारत | xn--a.xn--p1ai | a@evil.com
  a＠evil．com | a﹫b | ／／evil | evil.com／pay | a.b.c.de | 203.0.113.5/login | 203.0.113.5 | ２０３.0.113.5 | 1.1.1.1 | x.com
  例え。テスト | 例子。中国 | 例子｡公司 | 例え。みんな | 李。香港 | пример。рф | उदाहरण。भारत | مثال。السعودية | דוגמה。קום | ตัวอย่าง｡ไทย
  실례。한국 | 例え．テスト | X.Com | X.COM | x.Com | G.Page | t.Co | U.Today | K.V.Com | x.Com/pay | t.me | T.Me | t.me/evil | G.Page/evil | 😀.ws | ❤️.ws | 1.fm | (x.com) | 🇮🇳.ws`)
const invisible = [...'\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\ufe0f\u{e0041}\u180e\u3164\u202e']

test.each([...names, ...organisations, ...messages])('%j holds no address', (text) => {
  expect(holdsAddress(text)).toBe(false)
})

test.each(names)('%j is a name', (name) => expect(holdsLetter(name)).toBe(true))

test.each(addresses)('%j is found, alone, in a sentence, and after a name', (address) => {
  for (const text of [address, `Go to ${address} now`, `Asha ${address}`, `Asha (${address})`, `${address}!`])
    expect([text, holdsAddress(text)]).toEqual([text, true])
})

test('an address is found whichever invisible character it hides at any place', () => {
  for (const address of ['evil.example', 'x.com', 'a@b', '203.0.113.5', 'evil。com'])
    for (const hidden of invisible)
      for (let place = 0; place <= address.length; place += 1) {
        const text = address.slice(0, place) + hidden + address.slice(place)
        expect([text, holdsAddress(text)]).toEqual([text, true])
      }
})

test.each([...invisible, '.', '…', '- -', '123', '😀', '\u2800', '\u115f\u1160\uffa0', '\u0301', ' ', '₹'])(
  '%j shows no letter',
  (text) => expect(holdsLetter(text)).toBe(false),
)

describe('Every form that asks for a name', () => {
  const { rules } = textsIn('en-GB')
  const forms = () => {
    setEnvironment({
      EMAILJS_SERVICE_ID: 's',
      EMAILJS_PUBLIC_KEY: 'p',
      EMAILJS_TEMPLATE: 'e',
    })
    return {
      enquiry: enquiryWithLabels(rules, textsIn('en-GB').form, {}),
      newsletter: describeNewsletter(rules),
      'donation in rupees': describeDonation(donationTerms('INR')),
      'donation in dollars': describeDonation(donationTerms('USD')),
      sponsorship: describeSponsorship(termsOf('5k-run')),
    }
  }
  const isName = ([field, { autoComplete = '' }]: [string, Field]) =>
    /name$|^organization$/.test(autoComplete) || ['tributeName', 'cardTo', 'cardFrom'].includes(field)

  test.each([
    ['enquiry', 2],
    ['newsletter', 1],
    ['donation in rupees', 6],
    ['donation in dollars', 6],
    ['sponsorship', 1],
  ] as const)('keeps the rule: %s', (id, count) => {
    const form: FormDescription = forms()[id]
    const fields = Object.entries<Field>(form.fields).filter(isName)
    expect(fields).toHaveLength(count)
    for (const [field] of fields) {
      const messagesFor = (answer: string) =>
        validate(form, { donorType: '2', [field]: answer }).filter((error) => error.field === field)
      for (const name of names) expect(messagesFor(name)).toEqual([])
      for (const address of addresses) expect(messagesFor(address)).toMatchObject([{ message: rules.hasAddress }])
      expect(messagesFor('…')).toMatchObject([{ message: expect.stringMatching(/^Enter /) }])
    }
  })
})
