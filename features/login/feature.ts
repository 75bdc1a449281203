import type { Feature } from '../../server/feature.ts'
import { registerHandlers } from './register/server/calls.ts'

/** Registration and the pages people sign in by. */
export const loginFeature: Feature = {
  handlers: [registerHandlers],
}
