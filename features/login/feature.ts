import type { Feature } from '../../server/feature.ts'
import { registerHandlers } from './register/server/calls.ts'

export const loginFeature: Feature = {
  handlers: [registerHandlers],
}
