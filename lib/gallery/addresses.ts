/** Where the gallery and each of its photos stand. Pure, and knows no photo: content and routes both read it. */

export const galleryAddress = '/FatherDaughterDanceGallery'

/** Photos on one page: its weight stays the same however many there are. */
export const photosPerPage = 24

/** `id`: three digits. */
export const photoAddress = (id: string): string => `${galleryAddress}/photo/${id}`
