import type { Feature } from '../../server/feature.ts'
import { studyRecordHandlers } from './server/calls.ts'

/** Who studied what and how far, and what a manager does about it. */
export const studyRecordFeature: Feature = {
  handlers: [studyRecordHandlers],
}
