import type { Feature } from '../../server/feature.ts'
import { classTypeHandlers } from './server/calls.ts'

/** The four class types of the project, with their names. */
export const classTypeFeature: Feature = {
  group: 'noun',
  handlers: [classTypeHandlers],
}
