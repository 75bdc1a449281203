import type { Feature } from '../../server/feature.ts'
import { eraseCart } from './server/actions.ts'
import { cartHandlers } from './server/calls.ts'

/** The classes a learner is about to order. */
export const cartFeature: Feature = {
  group: 'noun',
  tables: {
    cart_items: { copy: 'Cart', after: 'gone' },
  },
  erase: eraseCart,
  handlers: [cartHandlers],
}
