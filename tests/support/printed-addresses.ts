/** Every canonical address that is printed, shared and indexed, and its old spellings. */
import { allNamed } from './names.ts'

export const printed: Readonly<Record<string, readonly string[]>> = allNamed({
  '/': ['/Home'],
  '/India': [],
  '/Kenya': [],
  '/Zimbabwe': [],
  '/USA': [],
  '/Uganda': [],
  '/SouthAfrica': [],
  '/AboutUs': ['/About Us'],
  '/Founders': [],
  '/{initials}story': [],
  '/OurMission': [],
  '/OurValues': ['/Ourvalues'],
  '/OurStrategy': ['/Ourstrategy'],
  '/ExecutiveBoardOfDirectors': ['/Director'],
  '/USALeadershipCommittee': [],
  '/GlobalTeams': [],
  '/ContactUs': ['/contactus', '/ContactUS'],
  '/YourImpact': ['/yourimpact'],
  '/CraniofacialSurgeries': ['/Craniofacial'],
  '/AntiHumanTrafficking': [],
  '/InnovativeSolutions': [],
  '/MedicalCamps': [],
  '/UpcomingCamps': ['/Upcomingcamps'],
  '/Events': [],
  '/PeopleNotProducts': ['/People'],
  '/Race': [],
  '/FatherDaughterDance': ['/Dance'],
  '/FatherDaughterDanceGallery': [],
  '/SmileWithSanta': [],
  '/Day': [],
  '/EventVolunteers': ['/volunteers'],
  '/StudentIntern': [],
  '/CorporateSponsors': ['/sponsor'],
  '/Inkind': [],
  '/VehicleDonation': [],
  '/PersonalProperty': [],
  '/LegacyPlannedGifts': [],
  '/Videos': [],
  '/PressRelease': [],
  '/Press2': [],
  '/Press5k': [],
  '/Newsletters': ['/NewsLetters'],
  '/DonateIndia': [],
  '/Donate': [],
  '/Event5kSponsorship': [],
  '/FatherDaughterSponser': [],
  '/PrivacyPolicy': [],
  '/TermsAndCondition': ['/Termsandcondition', '/termsandcondition'],
  '/{founderSlug}': [],
  '/{founderSlug}ian': [],
  '/{founderSlug}Videos': [],
  '/{secondSlug}': [],
  '/{secondSlug}blog_2': [],
})

/** One story of each country that has stories. */
export const stories = [
  '/India/stories/the-500th',
  '/Kenya/stories/trauma-after-trauma',
  '/Zimbabwe/stories/the-day-after',
  '/USA/stories/human-trafficking-awareness',
  '/Uganda/stories/a-patients-story',
]

const mixed = (address: string) =>
  [...address].map((letter, at) => (at % 2 ? letter.toUpperCase() : letter.toLowerCase()))

/** Spellings of an address: any case, a trailing slash, spaces as `%20` or `+`. */
export function spellingsOf(address: string, aliases: readonly string[] = printed[address] ?? []): string[] {
  const all = [address, ...aliases].flatMap((spelling) => {
    const typed = encodeURI(spelling)
    return [
      typed,
      typed.toLowerCase(),
      spelling.toUpperCase().replaceAll(' ', '%20'),
      encodeURI(mixed(spelling).join('')),
      `${typed}/`,
      `${typed}%20`,
      spelling.replaceAll(' ', '+'),
    ]
  })
  return [...new Set(all)].filter((spelling) => spelling !== address && spelling !== '//')
}
