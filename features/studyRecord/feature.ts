import type { Feature } from '../../server/feature.ts'
import { studyRecordHandlers } from './server/calls.ts'
import { studyRecordExportList } from './server/exports.ts'

/** Study records of learners, and what a manager does about them. */
export const studyRecordFeature: Feature = {
  group: 'composition',
  handlers: [studyRecordHandlers],
  exports: studyRecordExportList,
}
