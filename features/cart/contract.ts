import { type Static, Type } from 'typebox'
import { call, Fen, Id, Nothing } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { Offer } from '../order/offer/contract.ts'

export const cartLimit = 50

export const cartRefusals = refusals({
  full: {
    code: 409,
    zh: '购物车最多放 {limit} 个班级，请先结算或移除一些',
    en: 'The cart holds at most {limit} classes; check out or remove some first',
  },
  notFree: {
    code: 409,
    zh: '“{name}”需要付款，请下单',
    en: '“{name}” requires payment; please place an order',
  },
  gone: { code: 404, zh: '有班级已不再开设', en: 'A class is no longer offered' },
})

/**
 * A class in the cart: the offer of this moment beside the price the learner saw, and whether it was confirmed that it
 * is wanted although it is meant for others.
 */
export const CartItem = Type.Object({
  ...Offer.properties,
  priceSeen: Fen,
  acceptsMismatch: Type.Boolean(),
})
export type CartItem = Static<typeof CartItem>

const RefusedClass = Type.Object({ classId: Id, name: Type.String(), reason: Type.String() })

const ClassIds = Type.Array(Id, { minItems: 1, maxItems: cartLimit, uniqueItems: true })

export const cartCalls = {
  find: call('/base/shop-cart/find.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({}),
    output: Type.Object({
      list: Type.Array(CartItem),
      /** Sum of what can be bought now. */
      amount: Fen,
    }),
    summary: 'The learner’s cart at current prices',
  }),
  count: call('/base/shop-cart/count.action', {
    allow: 'learner',
    viewable: true,
    aliases: ['/api/get-shop-cart-count', '/get-shop-cart-count'],
    offline: true,
    input: Type.Object({}),
    output: Type.Object({ count: Type.Integer() }),
    summary: 'How many classes stand in the cart',
  }),
  save: call('/base/shop-cart/save.action', {
    allow: 'learner',
    input: Type.Object({
      classIds: ClassIds,
      /** Those of them that are wanted although they are meant for others. */
      acceptMismatch: Type.Optional(ClassIds),
      /** They are a visitor’s cart: those that can be ordered are put in, and the others come back with their reason. */
      merge: Type.Optional(Type.Boolean()),
    }),
    output: Type.Object({
      count: Type.Integer(),
      /** Result of a merge: classes added and refused; those joined or in the cart already are neither. */
      merged: Type.Optional(Type.Object({ added: Type.Integer(), refused: Type.Array(RefusedClass) })),
    }),
    summary: 'Puts classes into the cart; those in it already stay, and what was confirmed of them',
  }),
  delete: call('/base/shop-cart/delete.action', {
    allow: 'learner',
    input: Type.Object({ classIds: ClassIds }),
    output: Nothing,
    summary: 'Takes classes out of the cart',
  }),
  deleteAll: call('/base/shop-cart/delete-all.action', {
    allow: 'learner',
    input: Type.Object({}),
    output: Nothing,
    summary: 'Empties the cart',
  }),
  getOpenCart: call('/base/shop-cart/get-open-cart.action', {
    allow: 'learner',
    viewable: true,
    aliases: ['/api/get-open-shop-cart', '/get-open-shop-cart'],
    input: Type.Object({}),
    output: Type.Object({ open: Type.Boolean(), count: Type.Integer() }),
    summary: 'Whether there is a cart to go on with',
  }),
  oneClickJoin: call('/base/shop-cart/one-click-join.action', {
    allow: 'learner',
    input: Type.Object({
      classIds: Type.Optional(ClassIds),
      /** Classes the learner wants although they are meant for other personnel categories. */
      acceptMismatch: Type.Optional(ClassIds),
    }),
    output: Type.Object({
      joined: Type.Array(Type.Object({ classId: Id, name: Type.String() })),
      refused: Type.Array(RefusedClass),
    }),
    summary: 'Joins at once every free class of a list, or of the cart',
  }),
}
