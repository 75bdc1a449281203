import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { openPayload, payloadIn, type PublishedKey, signedBytes, type Stated } from '../rules.ts'

hashes.sha512 = sha512

const bytesOf = (hex: string) =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))

/** Returns what a scanned code says where one of the keys signed it; null for anything else. */
export function verified(text: string, keys: readonly PublishedKey[]): Stated | null {
  const opened = openPayload(payloadIn(text))
  const key = opened && keys.find(({ no }) => no === opened.keyNo)
  if (!key) return null
  try {
    const isSigned = verify(opened.signature, signedBytes(opened.bytes), bytesOf(key.key), { zip215: false })
    return isSigned ? opened.stated : null
  } catch {
    return null
  }
}
