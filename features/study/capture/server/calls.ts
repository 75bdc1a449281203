import { handlers } from '../../../../server/serve.ts'
import { captureCalls } from '../contract.ts'
import { answerCapture, appealCapture, decideCapture, findTerms, requestCapture } from './actions.ts'
import { listMine, pageCaptures } from './data.ts'
import { openPicture, previewChange, settleCapture } from './settle.ts'

export const captureHandlers = handlers(captureCalls, {
  answerCapture: ({ db, secrets, session, input, upload, ip, agent }) =>
    answerCapture({ db, secrets }, { session, input, file: upload?.file ?? null, ip, agent }),
  requestCapture: ({ db, session, input }) => db.begin((tx) => requestCapture(tx, session, input.leaseToken)),
  decideCapture: ({ db, session, input }) => db.begin((tx) => decideCapture(tx, session, input)),
  findCaptureTerms: ({ db, session, input }) => findTerms(db, session, input.enrolmentId),
  findMyCaptures: ({ db, session, input }) => listMine(db, session, input.enrolmentId),
  appealCapture: ({ db, session, input }) => db.begin((tx) => appealCapture(tx, session, input)),
  findResourceCaptureList: ({ db, session, input }) => pageCaptures(db, session.scope, input),
  getCapturePicture: ({ db, secrets, session, input }) =>
    db.begin((tx) => openPicture(tx, { secrets }, session, input.captureId)),
  previewCaptureChange: ({ db, session, input }) => db.begin((tx) => previewChange(tx, session, input)),
  updateCaptureJson: ({ db, session, input }) => db.begin((tx) => settleCapture(tx, session, input)),
})
