import type { Feature } from '../../server/feature.ts'
import { catalogueHandlers } from './server/calls.ts'

export const catalogueFeature: Feature = {
  handlers: [catalogueHandlers],
}
