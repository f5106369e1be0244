// Runs in the widget's frame: hands its token to the page around it, and to no other site.
// @ts-check
;(() => {
  const { site = '', token = '' } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset
  window.parent.postMessage({ token }, site)
})()
