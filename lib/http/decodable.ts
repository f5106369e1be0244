/** Addresses with broken percent signs, which scanners and cut-off links send. Next answers them with 500; they are merely nowhere. */

/** `url`: what the request line asks for. Where its path cannot be decoded, every percent sign in it stands for itself: /%E0%A -> /%25E0%25A */
export function decodable(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
