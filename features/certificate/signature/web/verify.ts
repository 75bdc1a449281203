import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import {
  openPayload,
  payloadIn,
  type PublishedKey,
  signedBytes,
  type Stated,
  type Withdrawal,
} from '../rules.ts'

hashes.sha512 = sha512

const bytesOf = (hex: string) =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))

/** Content of a code, by a key that holds; of one that was withdrawn only that, since anyone may have written it. */
type Verified = { stated: Stated; withdrawn: null } | { stated: null; withdrawn: Withdrawal }

/** Returns what a scanned code says where one of the keys signed it; null for anything else. */
export function verified(text: string, keys: readonly PublishedKey[]): Verified | null {
  const opened = openPayload(payloadIn(text))
  const key = opened && keys.find(({ no }) => no === opened.keyNo)
  if (!key) return null
  try {
    const isSigned = verify(opened.signature, signedBytes(opened.bytes), bytesOf(key.key), { zip215: false })
    if (!isSigned) return null
    return key.withdrawn
      ? { stated: null, withdrawn: key.withdrawn }
      : { stated: opened.stated, withdrawn: null }
  } catch {
    return null
  }
}
