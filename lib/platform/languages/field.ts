/** Safe in a browser, unlike the table of languages. */

/** The field of a posted form, and the property of a JSON body, that names the language of the sender's page. */
export const languageField = 'language'
