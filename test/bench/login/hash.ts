import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordCost } from '../../../server/password.ts'

/** Bare hashes of the product's cost, two at a time as the product has them, for the duration in each message. */
const derive = promisify(argon2)
async function lane(until: number): Promise<number> {
  let done = 0
  while (performance.now() < until) {
    await derive('argon2id', { message: 'Demo2026a', nonce: randomBytes(16), ...passwordCost })
    done++
  }
  return done
}

process.on('message', (seconds: number) => {
  const until = performance.now() + seconds * 1000
  void Promise.all([lane(until), lane(until)]).then(([a, b]) => process.send!((a + b) / seconds))
})
process.on('SIGTERM', () => process.exit(0))
process.send!('ready')
