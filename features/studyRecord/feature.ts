import type { Feature } from '../../server/feature.ts'
import { studyRecordHandlers } from './server/calls.ts'

export const studyRecordFeature: Feature = {
  handlers: [studyRecordHandlers],
}
