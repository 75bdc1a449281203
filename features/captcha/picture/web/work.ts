import { sha256 } from '@noble/hashes/sha2.js'
import { hasZeroBits, type Work, workText } from '../rules.ts'

/** Milliseconds of work at a time; in between the page answers its reader. */
const slice = 25

/**
 * Does the work that a question asks for, in slices; `onRound` is called with the rounds that are done. Hashes without
 * `crypto.subtle`, which is missing where a portal has no TLS and is slow for short texts.
 */
export async function doWork(
  codeToken: string,
  { rounds, bits }: Work,
  { onRound, signal }: { onRound?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<number[]> {
  const encoder = new TextEncoder()
  const proof: number[] = []
  let tried = 0
  while (proof.length < rounds) {
    const until = Date.now() + slice
    // The clock is read once in many hashes.
    while (proof.length < rounds && (tried % 64 !== 0 || Date.now() < until)) {
      if (hasZeroBits(sha256(encoder.encode(workText(codeToken, proof.length, tried))), bits)) {
        proof.push(tried)
        onRound?.(proof.length)
        tried = 0
      } else tried++
    }
    await new Promise((resolve) => setTimeout(resolve))
    signal?.throwIfAborted()
  }
  return proof
}
