import type { Feature } from '../../server/feature.ts'
import { hoursHandlers } from './server/calls.ts'

export const hoursFeature: Feature = {
  handlers: [hoursHandlers],
}
