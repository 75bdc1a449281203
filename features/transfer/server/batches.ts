import { batchOf } from '../../../server/batch.ts'
import { badInput } from '../../../server/input.ts'
import { accountRefusals } from '../../account/contract.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { categoryRefusals } from '../../category/contract.ts'
import { certificateRefusals } from '../../certificate/contract.ts'
import { audienceRefusals } from '../../class/audience/contract.ts'
import { categoryRefusals as classCategoryRefusals } from '../../class/category/contract.ts'
import { classRefusals } from '../../class/contract.ts'
import { shelfRefusals } from '../../class/rules.ts'
import { dictionaryRefusals } from '../../dictionary/contract.ts'
import { enrolmentCalls, enrolmentRefusals } from '../../enrolment/contract.ts'
import { nameEnrolments } from '../../enrolment/server/actions.ts'
import { imageRefusals } from '../../file/contract.ts'
import { hourRefusals } from '../../hours/contract.ts'
import { messageRefusals } from '../../message/contract.ts'
import { resourceRefusals } from '../../resource/contract.ts'
import { mediaRefusals } from '../../resource/media/contract.ts'
import { uploadRefusals as videoUploadRefusals } from '../../resource/upload/contract.ts'
import { studyRefusals } from '../../study/contract.ts'
import { obstacleRefusals, trainTypeRefusals } from '../../unit/trainType/contract.ts'
import { uploadRefusals } from '../../upload/contract.ts'
import { transferCalls, transferRefusals } from '../contract.ts'
import { decidingOf, transferOne } from './actions.ts'
import { getTarget, within } from './data.ts'

/** Tables of refusals that a transfer may meet, by the names they are stored under. */
export const rowRefusals = {
  account: accountRefusals,
  approval: approvalRefusals,
  audience: audienceRefusals,
  category: categoryRefusals,
  certificate: certificateRefusals,
  class: classRefusals,
  classCategory: classCategoryRefusals,
  dictionary: dictionaryRefusals,
  enrolment: enrolmentRefusals,
  hours: hourRefusals,
  image: imageRefusals,
  media: mediaRefusals,
  message: messageRefusals,
  obstacle: obstacleRefusals,
  resource: resourceRefusals,
  shelf: shelfRefusals,
  study: studyRefusals,
  trainType: trainTypeRefusals,
  transfer: transferRefusals,
  upload: uploadRefusals,
  videoUpload: videoUploadRefusals,
}

/** Moves learners into a class, one after the other, by a job. */
export const moving = batchOf<typeof transferCalls.transferClass>({
  call: transferCalls.transferClass,
  list: enrolmentCalls.findPortfolioPage,
  named: 'ids',
  asJob: true,
  nameRows: (db, session, ids) => nameEnrolments(db, session.scope, ids),
  refusals: rowRefusals,
  title: () => ({ zh: '转班', en: 'Transfer' }),
  async check(tx, { session, input: { classId, reason } }) {
    if (classId === undefined) throw badInput('classId', { zh: '必须选择', en: 'must be chosen' })
    if (reason === undefined) throw badInput('reason', { zh: '必须填写', en: 'is required' })
    await getTarget(tx, session, classId)
  },
  act: (tx, { session, input: { classId, reason } }, { id: enrolmentId }) =>
    transferOne(
      tx,
      { ...decidingOf(session), isWithin: within(session.scope) },
      { enrolmentId, classId: classId!, reason: reason! },
    ),
})
