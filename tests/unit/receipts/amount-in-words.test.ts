/** Amounts in the words of languages that this repository's content does not have. English, Hindi and Swahili: golden.test.ts. */
import { type CurrencyTerms, setCurrencies } from '#lib/site/content/currencies.ts'

let amountInWords: typeof import('#lib/giving/receipts/amount-in-words.ts').amountInWords
jest.isolateModules(() => {
  jest.doMock('#lib/platform/languages/table.ts', () => ({ languages: { es: { name: 'español', locale: 'es-PE' } } }))
  amountInWords = jest.requireActual('#lib/giving/receipts/amount-in-words.ts').amountInWords
})

const receipts: Record<string, [one: string, many: string, part?: string, parts?: string]> = {
  PEN: ['sol peruano', 'soles peruanos', 'céntimo', 'céntimos'],
  GBP: ['libra esterlina', 'libras esterlinas', 'penique', 'peniques'],
  HNL: ['lempira hondureño', 'lempiras hondureños', 'centavo', 'centavos'],
  CLP: ['peso chileno', 'pesos chilenos'],
}
const before = setCurrencies(() =>
  Object.entries(receipts).map(
    ([code, [one, many, part, parts]]): CurrencyTerms => ({
      ...{ code, sign: code, typed: [], law: 'none', form: code.toLowerCase() },
      receipt: { one, many, part, parts, numbers: 'millions' },
    }),
  ),
)
afterAll(() => {
  setCurrencies(before)
})

/** As the Real Academia Española writes numbers before a noun: Diccionario panhispánico de dudas, "cardinales". */
test.each([
  [100, 'PEN', 'Un sol peruano'],
  [101, 'PEN', 'Un sol peruano y un céntimo'],
  [1650, 'PEN', 'Dieciséis soles peruanos y cincuenta céntimos'],
  [2121, 'PEN', 'Veintiún soles peruanos y veintiún céntimos'],
  [31_00, 'PEN', 'Treinta y un soles peruanos'],
  [100_00, 'PEN', 'Cien soles peruanos'],
  [101_00, 'PEN', 'Ciento un soles peruanos'],
  [521_00, 'PEN', 'Quinientos veintiún soles peruanos'],
  [1000_00, 'PEN', 'Mil soles peruanos'],
  [1101_00, 'PEN', 'Mil ciento un soles peruanos'],
  [21_000_00, 'PEN', 'Veintiún mil soles peruanos'],
  [31_031_00, 'PEN', 'Treinta y un mil treinta y un soles peruanos'],
  [121_000_00, 'PEN', 'Ciento veintiún mil soles peruanos'],
  [1_000_000_00, 'PEN', 'Un millón de soles peruanos'],
  [1_000_001_00, 'PEN', 'Un millón un soles peruanos'],
  [21_500_000_00, 'PEN', 'Veintiún millones quinientos mil soles peruanos'],
  [2_000_000_00, 'PEN', 'Dos millones de soles peruanos'],
  [50, 'PEN', 'Cero soles peruanos y cincuenta céntimos'],
  [100, 'GBP', 'Una libra esterlina'],
  [221_21, 'GBP', 'Doscientas veintiuna libras esterlinas y veintiún peniques'],
  [21_000_00, 'GBP', 'Veintiún mil libras esterlinas'],
  [201_000_00, 'GBP', 'Doscientas un mil libras esterlinas'],
  [1_000_000_00, 'GBP', 'Un millón de libras esterlinas'],
  [200_000_000_00, 'GBP', 'Doscientos millones de libras esterlinas'],
  [221_00, 'HNL', 'Doscientos veintiún lempiras hondureños'],
  [1001, 'CLP', 'Mil un pesos chilenos'],
] as const)('%i in %s is %s', (amount, currency, words) => expect(amountInWords({ amount, currency })).toBe(words))
