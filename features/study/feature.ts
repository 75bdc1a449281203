import { byStaff, type Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { captureCalls } from './capture/contract.ts'
import { captureLifecycle } from './capture/rules.ts'
import { captureHandlers } from './capture/server/calls.ts'
import { waitingCaptures } from './capture/server/data.ts'
import { expireCaptures, judgeCapture } from './capture/server/jobs.ts'
import { captureAccepted, captureRejected } from './capture/server/messages.ts'
import { eraseCaptures } from './capture/server/settle.ts'
import { erasePins } from './pin/server/actions.ts'
import { pinHandlers } from './pin/server/calls.ts'
import { studyHandlers } from './server/calls.ts'
import { eraseLeases } from './server/erase.ts'
import { rollUpStudy } from './server/jobs.ts'
import { studyRoutes } from './server/routes.ts'

/** Watching videos: leases, heartbeats, progress, the questions in them and checks that the learner is there. */
export const studyFeature: Feature = {
  group: 'noun',
  tables: {
    capture_changes: { shared: 'of a check during study', ...byStaff },
    capture_consents: { copy: 'Study sessions', after: 'gone' },
    capture_pictures: { shared: 'of a check during study' },
    captures: {
      copy: 'Study sessions',
      after: 'that there was a check; pictures and what was written are gone',
    },
    pin_answers: { shared: 'of an enrolment' },
    play_leases: { copy: 'Study sessions', after: 'what was counted; from where is gone' },
    study_refusals: { shared: 'of an enrolment' },
    watch_coverages: { shared: 'of an enrolment' },
  },
  async erase(tx, person) {
    await eraseLeases(tx, person)
    await erasePins(tx, person)
    await eraseCaptures(tx, person)
  },
  handlers: [studyHandlers, pinHandlers, captureHandlers],
  routes: [studyRoutes],
  jobs: [rollUpStudy, judgeCapture, expireCaptures],
  messages: [captureAccepted, captureRejected],
  work: [
    {
      code: 'study.capture',
      words: ['待审核的随堂确认', 'Presence checks to review'],
      settledBy: [captureCalls.updateCaptureJson],
      address: '/train-manage/study-report/study-detail?tab=captures',
      opens: 'enrolmentId',
      waiting: ({ db, session }) => waitingCaptures(db, session),
    },
  ],
  audit: {
    actions: {
      'capture.agree': ['同意学习中拍照', 'Agreed to pictures while studying'],
      'capture.appeal': ['对随堂确认提出申诉', 'Appealed about a presence check'],
      'capture.decline': ['不同意学习中拍照', 'Declined pictures while studying'],
      'capture.look': ['查看随堂确认的照片', 'Looked at the picture of a presence check'],
      'capture.settle': ['审核随堂确认', 'Reviewed a presence check'],
    },
    fields: { capture: { status: statusField(captureLifecycle) } },
    subjects: {
      capture: {
        words: ['随堂确认', 'Presence check'],
        name: (db, id) => db`
          select i.title as name from captures k join course_items i on i.id = k.item_id where k.id = ${id}`,
      },
    },
  },
}
