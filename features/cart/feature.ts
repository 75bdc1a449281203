import type { Feature } from '../../server/feature.ts'
import { eraseCart } from './server/actions.ts'
import { cartHandlers } from './server/calls.ts'

/** The classes a learner is about to order. */
export const cartFeature: Feature = {
  tables: {
    cart_items: { copy: 'Cart', after: 'gone' },
  },
  erase: eraseCart,
  handlers: [cartHandlers],
}
