import { type Static, Type } from 'typebox'
import { call, Id, Named, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { Ids } from '../../class/batch/contract.ts'

export const joinRefusals = refusals({
  already: {
    code: 409,
    zh: '已在“{name}”里，或已申请这个班级',
    en: 'Is in “{name}” already, or has applied for it',
  },
  mustPay: {
    code: 409,
    zh: '“{name}”需要付款，请先为学员下单',
    en: '“{name}” must be paid for; place an order for the learner first',
  },
  whom: {
    code: 422,
    zh: '请选择要加入班级的学员',
    en: 'Choose the learners who are to join the class',
  },
})

/** Learners on their way into a class. `done` of `total` were decided; each refused one has a reason. */
export const JoinProgress = Named('JoinProgress', {
  joinId: Id,
  className: Type.String(),
  status: OneOf(['running', 'done', 'failed']),
  total: Type.Integer(),
  done: Type.Integer(),
  joined: Type.Integer(),
  refused: Type.Integer(),
  /** The first 500 of those refused. */
  failed: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      reason: Type.Object({ zh: Type.String(), en: Type.String() }),
    }),
  ),
})
export type JoinProgress = Static<typeof JoinProgress>

/** Anyone who may admit applicants to a class may put learners into one. */
const allow = '/train-manage/study-report#review'

export const joinCalls = {
  begin: call('/base/my-class-entity/join-class.action', {
    allow,
    perMinute: 60,
    input: Type.Object({
      classId: Id,
      /** The learners; or the import that brought them. */
      ids: Type.Optional(Ids),
      importId: Type.Optional(Id),
    }),
    output: Type.Object({ joinId: Id }),
    summary: 'Begins to put learners into a class: those named, or all that an import brought; a job',
  }),
  getProgress: call('/base/my-class-entity/get-join-progress.action', {
    allow,
    input: Type.Object({ joinId: Id }),
    output: JoinProgress,
    summary: 'How far one’s own joining of learners to a class is, with a reason for each refused one',
  }),
}
