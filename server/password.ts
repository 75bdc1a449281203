import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { commonRefusals, refuse } from '../contract/refusal.ts'

/** OWASP's second choice for argon2id: 19 MiB, two passes; about 30 ms of one core, off the event loop. */
export const passwordCost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const
const maxAtOnce = 2
const maxWaiting = 256

let running = 0
let calculated = 0
const waiting: (() => void)[] = []

/** Hashes calculated since the start; those that run and wait now. */
export function passwordLoad(): { calculated: number; running: number; waiting: number } {
  return { calculated, running, waiting: waiting.length }
}

/**
 * At most two hashes at a time, so that a wave of logins leaves two of the four threads of the pool to files and
 * everyone else; what comes beyond the queue is refused with 503 immediately instead of waiting in vain.
 */
async function derive(password: string, salt: Buffer): Promise<Buffer> {
  if (running >= maxAtOnce) {
    if (waiting.length >= maxWaiting) refuse(commonRefusals.overloaded)
    // Anyone who ends hands its place over, so that nobody who comes in between takes it.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await new Promise((resolve, reject) =>
      argon2('argon2id', { message: password, nonce: salt, ...passwordCost }, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    )
  } finally {
    calculated++
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Hashes a password for storage; the form is `argon2id$salt$key`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `argon2id$${salt.toString('base64url')}$${(await derive(password, salt)).toString('base64url')}`
}

const nobody = hashPassword(randomBytes(16).toString('hex'))

/** Returns whether a password is the stored one; an unknown account (null) takes as long as a known one. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, salt, key] = (stored ?? (await nobody)).split('$')
  const wanted = Buffer.from(key!, 'base64url')
  const given = await derive(password, Buffer.from(salt!, 'base64url'))
  return timingSafeEqual(wanted, given) && stored !== null
}
