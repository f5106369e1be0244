/** The web app manifest, for home screens. */
import type { MetadataRoute } from 'next'
import { colour } from '#components/art/paint.ts'
import { site } from '#lib/site/content/index.ts'

export default function manifest(): MetadataRoute.Manifest {
  const { names, description } = site()
  return {
    name: names.organisation,
    short_name: names.organisation.length <= 12 ? names.organisation : names.initials,
    description,
    start_url: '/',
    display: 'browser',
    background_color: colour.cream,
    theme_color: colour.plum,
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
