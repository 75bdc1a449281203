import { amountOf } from '../../order/rules.ts'
import { listOffers } from '../../order/offer/server/actions.ts'
import { handlers } from '../../../server/serve.ts'
import { cartCalls } from '../contract.ts'
import { addToCart, emptyCart, joinFree, mergeIntoCart, removeFromCart } from './actions.ts'
import { countCart, listCart } from './data.ts'

export const cartHandlers = handlers(cartCalls, {
  async find({ db, session }) {
    const items = await listCart(db, session.accountId)
    const lines = new Map(items.map(({ classId, ...line }) => [classId, line]))
    const offers = await listOffers(db, session, [...lines.keys()])
    const list = offers.map((offer) => ({ ...offer, ...lines.get(offer.classId)! }))
    return { list, amount: amountOf(list.filter((item) => !item.obstacle)) }
  },
  count: async ({ db, session }) => ({ count: await countCart(db, session.accountId) }),
  save: ({ db, session, input, language }) =>
    db.begin(async (tx) =>
      input.merge
        ? mergeIntoCart(tx, session, input.classIds, language)
        : { count: await addToCart(tx, session, input) },
    ),
  delete: ({ db, session, input }) => removeFromCart(db, session.accountId, input.classIds),
  deleteAll: ({ db, session }) => emptyCart(db, session.accountId),
  async getOpenCart({ db, session }) {
    const count = await countCart(db, session.accountId)
    return { open: count > 0, count }
  },
  oneClickJoin: ({ db, session, input, language }) => joinFree(db, session, input, language),
})
