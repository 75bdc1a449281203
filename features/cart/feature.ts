import type { Feature } from '../../server/feature.ts'
import { cartHandlers } from './server/calls.ts'

export const cartFeature: Feature = {
  handlers: [cartHandlers],
}
