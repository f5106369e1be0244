/** Applies the translations of one language to the whole content. Pure. */
import { addressIn, defaultLanguage, type Language, localeIn } from '#lib/platform/languages/index.ts'
import { donationForms, sponsorshipForms } from './giving-pages.ts'
import type { Content, Entry } from './load.ts'
import { laterPages } from './pagination.ts'
import type { Page, Photo } from './schema.ts'
import { translate } from './translation.ts'

/** All content in one language, at the addresses of that language; in English where there is no translation. */
export function contentIn(content: Content, language: Language): Content {
  if (language === defaultLanguage) return content
  const { translations } = content
  const entries = new Map(content.entries.map((entry) => [entry.source.file, entry]))
  const translationOf = (entry: Entry) => translations.find((each) => each.language === language && each.of === entry)

  /** `original`: the file's values and what the loader added. */
  function read<Value extends object>(file: string, original: Value): Value {
    const entry = entries.get(`content/${file}`)
    if (!entry) return original
    const { data, body, lang } = translate(entry, language, translationOf(entry))
    return { ...original, ...(data as object), ...(body !== undefined && { body }), ...(lang && { lang }) }
  }
  const at = <Value extends { address: string }>(value: Value): Value => ({
    ...value,
    address: addressIn(language, value.address),
  })
  function readPage(entry: Entry, page: Page): Page {
    const translation = translationOf(entry)
    const { data } = translate(entry, language, translation)
    const translated = at(data as Page)
    return translation
      ? { ...translated, locale: localeIn(language) }
      : { ...translated, locale: page.locale, lang: defaultLanguage }
  }

  const ofFirst = content.entries.flatMap((entry) => (entry.page ? [readPage(entry, entry.page)] : []))
  const stories = content.stories.map((story) => at(read(`stories/${story.country}/${story.slug}.md`, story)))
  const posts = content.posts.map((post) => at(read(`posts/${post.slug}.md`, post)))
  const gallery = read('gallery.yaml', { photos: content.photos })
  const photos = content.photos.map((photo, index): Photo => {
    const alt = gallery.photos[index]?.alt ?? photo.alt
    return at({ ...photo, alt, ...(alt === photo.alt && { lang: defaultLanguage }) })
  })
  const { reasons, share: giftShare } = read('giving/reasons.yaml', {
    reasons: content.reasons,
    share: content.giftShare,
  })
  return {
    ...content,
    site: read('site.yaml', content.site),
    navigation: read('navigation.yaml', content.navigation),
    figures: read('figures.yaml', content.figures),
    answers: read('answers.yaml', content.answers),
    reasons,
    giftShare,
    receipts: read('giving/receipts.yaml', { receipts: content.receipts }).receipts,
    currencies: read('currencies.yaml', { currencies: content.currencies }).currencies,
    law: read('giving/law.yaml', content.law),
    transfers: read('giving/transfers.yaml', content.transfers),
    campaigns: content.campaigns.map((campaign) => read(`campaigns/${campaign.slug}.yaml`, campaign)),
    films: content.films.map((film) => read(`films/${film.id}.yaml`, film)),
    playlists: content.playlists.map((playlist) => read(`playlists/${playlist.id}.yaml`, playlist)),
    events: content.events.map((event) => read(`events/${event.id}.yaml`, event)),
    camps: content.camps.map((camp) => read(`camps/${camp.id}.yaml`, camp)),
    forms: content.forms.map((form) => read(`forms/${form.id}.yaml`, form)),
    donationForms: donationForms(ofFirst),
    sponsorshipForms: sponsorshipForms(ofFirst),
    pages: [...ofFirst, ...ofFirst.flatMap((page) => laterPages(page, { posts, photos, stories }))],
    stories,
    posts,
    photos,
  }
}
