'use client'
/** Hands the office's e-mail address to the error page, which runs in the browser and cannot read content. */
import { createContext, type ReactNode, use } from 'react'

const Email = createContext('')

export function OfficeEmail({ value, children }: { value: string; children: ReactNode }) {
  return <Email value={value}>{children}</Email>
}

export const useOfficeEmail = () => use(Email)
