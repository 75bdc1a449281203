import { commonRefusals, type Language, Refusal, refuse } from '../../../contract/refusal.ts'
import type { Db, Pool, Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { lockSeats } from '../../class/seat/server/actions.ts'
import { lockApproved, openEnrolment } from '../../enrolment/server/actions.ts'
import { orderRefusals } from '../../order/contract.ts'
import type { Offer } from '../../order/offer/contract.ts'
import { listOffers } from '../../order/offer/server/actions.ts'
import { cartLimit, cartRefusals } from '../contract.ts'
import { countCart, listCart, listShown } from './data.ts'

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
  await lockCart(tx, session.accountId)
  const offers = await listOffers(tx, session, classIds)
  if (offers.length < classIds.length) refuse(commonRefusals.notFound)
  const blocked = offers.find((offer) => offer.obstacle)
  if (blocked) refuse(orderRefusals[blocked.obstacle!], { name: blocked.name })
  await put(tx, session.accountId, offers, acceptMismatch)
  const count = await countCart(tx, session.accountId)
  if (count > cartLimit) refuse(cartRefusals.full, { limit: cartLimit })
  return count
}

/** One change of a cart waits for another: together they must not fill it beyond its limit. */
async function lockCart(tx: Tx, accountId: string): Promise<void> {
  await tx`select id from accounts where id = ${accountId} for no key update`
}

async function put(
  tx: Tx,
  accountId: string,
  offers: readonly Offer[],
  acceptMismatch: readonly string[] = [],
): Promise<void> {
  await tx`insert into cart_items ${tx(
    offers.map(({ classId, payable }) => ({
      accountId,
      classId,
      priceSeen: payable,
      acceptsMismatch: acceptMismatch.includes(classId),
    })),
  )} on conflict (account_id, class_id) do update
    set accepts_mismatch = cart_items.accepts_mismatch or excluded.accepts_mismatch`
}

/**
 * Puts what a visitor chose before signing in into the learner's cart: as much of it as can be ordered and has room,
 * with a reason for each of the rest. What the learner has joined, or has in the cart, needs neither.
 */
export async function mergeIntoCart(
  tx: Tx,
  session: Session,
  classIds: readonly string[],
  language: Language,
) {
  const { accountId, projectId } = session
  await lockCart(tx, accountId)
  const inCart = new Set((await listCart(tx, accountId)).map((item) => item.classId))
  const wanted = classIds.filter((id) => !inCart.has(id))
  const shown = await listShown(tx, projectId, wanted)
  const offers = await listOffers(tx, session, shown)
  const refused = wanted
    .filter((id) => !offers.some((offer) => offer.classId === id))
    .map((classId) => ({ classId, name: '', reason: new Refusal(cartRefusals.gone).say(language) }))
  const added: Offer[] = []
  for (const offer of offers) {
    const { classId, name, obstacle } = offer
    if (obstacle === 'joined') continue
    const isFull = inCart.size + added.length >= cartLimit
    if (!obstacle && !isFull) added.push(offer)
    else {
      const why = obstacle
        ? new Refusal(orderRefusals[obstacle], { name })
        : new Refusal(cartRefusals.full, { limit: cartLimit })
      refused.push({ classId, name, reason: why.say(language) })
    }
  }
  if (added.length > 0) await put(tx, accountId, added)
  return { count: inCart.size + added.length, merged: { added: added.length, refused } }
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
  const { accountId, projectId } = session
  const joined: { classId: string; name: string }[] = []
  const refused: { classId: string; name: string; reason: string }[] = []
  for (const { classId, name } of offers) {
    try {
      await db.begin(async (tx) => {
        // Locked before it is read: it costs nothing when it is joined.
        await tx`select from accounts where id = ${accountId} for no key update`
        await lockApproved(tx, accountId, [classId])
        await lockSeats(tx, [classId])
        const [offer] = await listOffers(tx, session, [classId])
        if (!offer) refuse(commonRefusals.notFound)
        const { payable, mismatch, obstacle } = offer
        if (obstacle) refuse(orderRefusals[obstacle], { name })
        if (mismatch && !input.acceptMismatch?.includes(classId))
          refuse(orderRefusals[`confirm_${mismatch.part}`], { name })
        if (payable > 0) refuse(cartRefusals.notFree, { name })
        const place = { projectId, accountId, classId, source: 'free', sourceId: null, by: session } as const
        await openEnrolment(tx, place)
        await tx`delete from cart_items where account_id = ${accountId} and class_id = ${classId}`
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
