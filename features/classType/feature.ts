import type { Feature } from '../../server/feature.ts'
import { classTypeHandlers } from './server/calls.ts'

export const classTypeFeature: Feature = {
  handlers: [classTypeHandlers],
}
