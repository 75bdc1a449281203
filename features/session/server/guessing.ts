import type { Db } from '../../../server/db.ts'
import { networkOf } from '../../../server/network.ts'
import { consumeAttempt, countedGuess, refundAttempt, resetAttempts } from '../../rateLimit/server/actions.ts'
import { sessionRefusals } from '../contract.ts'

/**
 * Returns whether a stranger's guess is right, counted first: by the network, there by the name typed, and by
 * the account from all networks. Refuses when too many were wrong.
 */
export async function proveAsStranger(
  db: Db,
  guess: { account: string; name: string; ip: string },
  prove: () => Promise<boolean>,
): Promise<boolean> {
  const { account, ip } = guess
  const network = networkOf(ip)
  const name = `${guess.name} ${network}`
  let isFirst = false

  async function guessAtAccount(): Promise<boolean> {
    // First guesses have a sum of their own: networks that guess on keep nobody from a device that is new.
    const sum = isFirst ? 'accountNetworks' : 'accountGuesses'
    try {
      await consumeAttempt(db, sum, account, sessionRefusals.locked)
    } catch (refused) {
      await refundAttempt(db, 'password', name)
      throw refused
    }
    if (!(await prove())) return false
    await refundAttempt(db, 'address', ip)
    await resetAttempts(db, 'password', name)
    if (isFirst) await refundAttempt(db, 'accountNetworks', account)
    await resetAttempts(db, 'accountGuesses', account)
    return true
  }
  return countedGuess(
    `address ${network}`,
    () => consumeAttempt(db, 'address', ip),
    () =>
      countedGuess(
        `password ${name}`,
        async () => {
          isFirst = (await consumeAttempt(db, 'password', name, sessionRefusals.locked, account)) === 1
        },
        guessAtAccount,
      ),
  )
}

/**
 * Returns whether the guess of the signed-in person, or on a device of the account, is right; counted apart
 * from strangers', and by nothing that others at the same address do.
 */
export async function proveAsHolder(
  db: Db,
  account: string,
  device: string,
  prove: () => Promise<boolean>,
): Promise<boolean> {
  const holder = `${account} ${device}`
  return countedGuess(
    `password ${holder}`,
    () => consumeAttempt(db, 'password', holder, sessionRefusals.locked, account),
    async () => {
      const matches = await prove()
      if (matches) await resetAttempts(db, 'password', holder)
      return matches
    },
  )
}
