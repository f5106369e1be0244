/**
 * Donors' PANs at rest, each bound to the reference of its gift, so that a row copied to another gift cannot be opened. The only place
 * where one is decrypted; never logged, never sent anywhere.
 */
import 'server-only'
import { env } from '#lib/platform/env.ts'
import { openAtRest, type SealedReading, sealAtRest } from '#lib/platform/sealed.ts'
import { sign } from '#lib/platform/signed.ts'

type PanReading = { ok: true; pan: string } | Extract<SealedReading, { ok: false }>

/** Whether PANs can be kept, and so whether the form may ask for one. */
export const panIsAsked = (): boolean => env().dataEncryptionKeys.length > 0

/** @param place what it belongs to: the gift's reference. @throws if DATA_ENCRYPTION_KEY is not set; no form asks for a PAN then. */
export function sealPan(pan: string, place: string): string {
  if (!panIsAsked()) throw new Error('DATA_ENCRYPTION_KEY is not set')
  return sealAtRest('pan', place, pan)
}

export function openPan(sealed: string, place: string): PanReading {
  const read = openAtRest('pan', place, sealed)
  return read.ok ? { ok: true, pan: read.text } : read
}

/** A keyed hash by which requests are compared: a plain hash of ten characters could be guessed. */
export function panDigest(pan: string): string {
  return sign('pan', pan)
}
