import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** OWASP's second choice for argon2id: 19 MiB, two passes; about 30 ms of one core, off the event loop. */
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const
const maxAtOnce = 2

let running = 0
const waiting: (() => void)[] = []

/** At most two hashes at a time, so that a wave of logins leaves the other core to everyone else. */
async function derive(password: string, salt: Buffer): Promise<Buffer> {
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await new Promise((resolve, reject) =>
      argon2('argon2id', { message: password, nonce: salt, ...cost }, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    )
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** Hashes a password for storage; the form is `argon2id$salt$key`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `argon2id$${salt.toString('base64url')}$${(await derive(password, salt)).toString('base64url')}`
}

const nobody = hashPassword(randomBytes(16).toString('hex'))

/** Whether a password is the stored one; an unknown account (null) takes as long as a known one. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, salt, key] = (stored ?? (await nobody)).split('$')
  const wanted = Buffer.from(key!, 'base64url')
  const given = await derive(password, Buffer.from(salt!, 'base64url'))
  return timingSafeEqual(wanted, given) && stored !== null
}
