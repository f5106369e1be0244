/** No story is open. */
export default function NoStory() {
  return null
}
