import { commonRefusals, type Language, Refusal, refuse } from '../../../contract/refusal.ts'
import type { Db, Pool, Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { openEnrolment } from '../../enrolment/server/actions.ts'
import { orderRefusals } from '../../order/contract.ts'
import { listOffers } from '../../order/offer/server/actions.ts'
import { cartLimit, cartRefusals } from '../contract.ts'
import { countCart, listCart } from './data.ts'

/**
 * Puts classes into the cart at the price they have now; refuses what cannot be bought, and a cart too full. What was
 * confirmed of a class stays confirmed while it is in the cart.
 */
export async function addToCart(
  tx: Tx,
  session: Session,
  { classIds, acceptMismatch = [] }: { classIds: readonly string[]; acceptMismatch?: readonly string[] },
): Promise<number> {
  if (acceptMismatch.some((id) => !classIds.includes(id))) refuse(commonRefusals.notFound)
  await tx`select id from accounts where id = ${session.accountId} for no key update`
  const offers = await listOffers(tx, session, classIds)
  if (offers.length < classIds.length) refuse(commonRefusals.notFound)
  const blocked = offers.find((offer) => offer.obstacle)
  if (blocked) refuse(orderRefusals[blocked.obstacle!], { name: blocked.name })
  await tx`insert into cart_items ${tx(
    offers.map(({ classId, payable }) => ({
      accountId: session.accountId,
      classId,
      priceSeen: payable,
      acceptsMismatch: acceptMismatch.includes(classId),
    })),
  )} on conflict (account_id, class_id) do update
    set accepts_mismatch = cart_items.accepts_mismatch or excluded.accepts_mismatch`
  const count = await countCart(tx, session.accountId)
  if (count > cartLimit) refuse(cartRefusals.full, { limit: cartLimit })
  return count
}

/** Takes classes out of the cart; what is not in it does not matter. */
export async function removeFromCart(
  db: Pool,
  accountId: string,
  classIds: readonly string[],
): Promise<null> {
  await db`delete from cart_items where account_id = ${accountId} and class_id = any(${classIds as string[]})`
  return null
}

export async function emptyCart(db: Db, accountId: string): Promise<null> {
  await db`delete from cart_items where account_id = ${accountId}`
  return null
}

/**
 * Joins every free class of a list, or of the cart, each in its own transaction; returns a reason for each of the
 * others.
 */
export async function joinFree(
  db: Pool,
  session: Session,
  input: { classIds?: readonly string[]; acceptMismatch?: readonly string[] },
  language: Language,
) {
  const wanted = input.classIds ?? (await listCart(db, session.accountId)).map((item) => item.classId)
  if (input.acceptMismatch?.some((id) => !wanted.includes(id))) refuse(commonRefusals.notFound)
  const offers = await listOffers(db, session, wanted)
  const joined: { classId: string; name: string }[] = []
  const refused: { classId: string; name: string; reason: string }[] = []
  for (const { classId, name, payable, mismatch, obstacle } of offers) {
    try {
      if (obstacle) refuse(orderRefusals[obstacle], { name })
      if (mismatch && !input.acceptMismatch?.includes(classId))
        refuse(orderRefusals[`confirm_${mismatch.part}`], { name })
      if (payable > 0) refuse(cartRefusals.notFree, { name })
      await db.begin(async (tx) => {
        await openEnrolment(tx, {
          projectId: session.projectId,
          accountId: session.accountId,
          classId,
          source: 'free',
          sourceId: null,
          by: session,
        })
        await tx`delete from cart_items where account_id = ${session.accountId} and class_id = ${classId}`
      })
      joined.push({ classId, name })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ classId, name, reason: error.say(language) })
    }
  }
  return { joined, refused }
}

/** Empties the cart of a closed account. */
export async function eraseCart(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await emptyCart(tx, accountId)
}
