/** d•••@example.org: enough for its owner to recognise the mailbox, too little for anybody else to write to it. Pure. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}
