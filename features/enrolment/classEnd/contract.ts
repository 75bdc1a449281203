import { type Static, Type } from 'typebox'
import { call, FreeText, Id, Moment, Nullable } from '../../../contract/call.ts'

/** The learners of a class who joined before its study was extended and keep the end they had. */
export const EarlierEnds = Type.Object({
  count: Type.Integer(),
  /** Learners among them whose study is over already. */
  ended: Type.Integer(),
  /** Their first and last end at present; null when there is nobody. */
  from: Nullable(Moment),
  to: Nullable(Moment),
  /** The latest end they would have; null when nobody would, or study would have none. */
  until: Nullable(Moment),
})
export type EarlierEnds = Static<typeof EarlierEnds>

const allow = '/train-manage/study-report#extend'

export const classEndCalls = {
  findEarlierEnds: call('/base/my-class-entity/find-earlier-ends.action', {
    allow,
    input: Type.Object({ classId: Id }),
    output: EarlierEnds,
    summary: 'How many learners of a class end earlier than the class lets them by now',
  }),
  extendClassLearners: call('/base/my-class-entity/extend-class-learners.action', {
    allow,
    input: Type.Object({ classId: Id, reason: FreeText(200, 2) }),
    output: Type.Object({ extended: Type.Integer() }),
    summary:
      'Gives every learner of a class who ends earlier the end the class has by now, however many they are',
  }),
}
