/** Preferences that Sveltia keeps in the browser, set before it reads them: a form stays open after a save, with its page beside it. */
const key = 'sveltia-cms.prefs'
localStorage.setItem(key, JSON.stringify({ closeOnSave: false, ...JSON.parse(localStorage.getItem(key) ?? '{}') }))
