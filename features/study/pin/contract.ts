import { type Static, Type } from 'typebox'
import { call, Id, Moment, Named, Nullable } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { PartKey, mostParts } from '../../question/contract.ts'
import { AskedQuestion } from '../../question/exercise/contract.ts'

/** The question at which a video waits, with the tries so far. */
export const OpenPin = Named('OpenPin', {
  question: AskedQuestion,
  tries: Type.Integer(),
  /** Time before which no further answer is accepted: what is to be watched again takes so long. */
  retryAt: Nullable(Moment),
})
export type OpenPin = Static<typeof OpenPin>

/** Outcome of an answer. */
export const PinVerdict = Named('PinVerdict', {
  passed: Type.Boolean(),
  right: Type.Boolean(),
  tries: Type.Integer(),
  /** Second to which the video goes back after a wrong answer; null stays. */
  rewindTo: Nullable(Type.Integer()),
  retryAt: Nullable(Moment),
  /** Place of the next question of the video, in seconds; null after the last. */
  pinAt: Nullable(Type.Number()),
  /** The keys of the parts, once it is passed and where its bank is not reserved for exams. */
  keys: Nullable(Type.Array(PartKey)),
})
export type PinVerdict = Static<typeof PinVerdict>

/** A question of a video of an enrolment, with what came of it. */
export const AskedPin = Named('AskedPin', {
  questionId: Id,
  itemId: Id,
  /** Title of the video. */
  title: Type.String(),
  atSecond: Type.Integer(),
  /** Beginning of the question; never its key. */
  stem: Type.String(),
  mustPass: Type.Boolean(),
  /** The video has come to it. */
  isReached: Type.Boolean(),
  tries: Type.Integer(),
  answeredAt: Nullable(Moment),
  passedAt: Nullable(Moment),
})
export type AskedPin = Static<typeof AskedPin>

export const pinCalls = {
  getPinnedQuestion: call('/api/get-pinned-question.action', {
    allow: 'learner',
    input: Type.Object({ leaseToken: Id }),
    output: Nullable(OpenPin),
    summary: 'The question at which the video of a lease waits, without its key; null where none is due',
  }),
  answerPinnedQuestion: call('/api/answer-pinned-question.action', {
    allow: 'learner',
    perMinute: 600,
    input: Type.Object({
      leaseToken: Id,
      versionId: Id,
      /** Answers of the parts in order, as in practice. */
      answers: Type.Array(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 20 }), {
        minItems: 1,
        maxItems: mostParts,
      }),
    }),
    output: PinVerdict,
    summary:
      'Answers the question at which the video of a lease waits; what is beyond it counts once it is passed',
  }),
  findPinList: call('/base/my-class-study-detail/find-pin-list.action', {
    allow: '/customer/study-report',
    input: Paging({ enrolmentId: Id }),
    output: PageOf(AskedPin),
    summary:
      'The questions in the videos of one enrolment with tries and passes, those that hold it up first',
  }),
}

export const pinRefusals = /* @__PURE__ */ refusals({
  leaseOver: {
    code: 409,
    zh: '这个播放窗口已不再计时，请重新打开视频后作答',
    en: 'This window no longer counts; open the video again and answer there',
  },
  notReached: {
    code: 409,
    zh: '还没有学到这道题，请先看到题目所在的位置',
    en: 'You have not reached this question; watch up to it first',
  },
  changed: {
    code: 409,
    zh: '题目已更新，请按新的题目作答',
    en: 'The question has changed; answer the new one',
  },
  tooSoon: {
    code: 409,
    zh: '请先重看这一段，{seconds} 秒后可以再次作答',
    en: 'Watch the passage again first; you can answer again in {seconds} s',
  },
  unanswered: {
    code: 422,
    zh: '请回答每一部分',
    en: 'Answer every part',
  },
})
