import type { Feature } from '../../server/feature.ts'
import { printHandlers } from './server/calls.ts'

/** Tells which letters of a name cannot be printed while it is typed. */
export const printFeature: Feature = {
  group: 'platform',
  handlers: [printHandlers],
}
