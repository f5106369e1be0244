/** Loaded before the site and the sandbox of `npm run demo`: until the demo says otherwise by a message, both live that long ago. Only for made-up data. */
const RealDate = Date
let ago = 0

globalThis.Date = class extends RealDate {
  /** @param {[] | [number]} when */
  constructor(...when) {
    if (when.length === 0) super(RealDate.now() - ago)
    else super(...when)
  }
  // Next copies what the class itself has, and not what it inherits.
  static UTC = RealDate.UTC
  static parse = RealDate.parse
  static now() {
    return RealDate.now() - ago
  }
}

process.on('message', (message) => {
  ago = message.ago
  process.send?.({ ago })
})
process.channel?.unref()
