import { type Static, Type } from 'typebox'
import { call, FreeText, Id, Moment, Named, Nothing, Nullable, OneOf } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { CaptureKind } from '../../project/contract.ts'
import { captureResults, captureStates } from './rules.ts'

/** Means of one check: what its learner has agreed to. */
const Means = OneOf(['presence', 'photo', 'face'])

/** The check that a learner owes now. */
export const CaptureDue = Named('CaptureDue', {
  captureId: Id,
  /**
   * `open`: it waits for an answer; `lapsed`: its time ran out and the learner asks for it again; `stopped`: as many are
   * missed as stop the class, and it is to be made up.
   */
  state: OneOf(['open', 'lapsed', 'stopped']),
  kind: Means,
  /** Good for one answer to this try; null unless it is open. */
  nonce: Nullable(Id),
  dueAt: Nullable(Moment),
  secondsLeft: Type.Integer(),
  triesLeft: Type.Integer(),
  /** End of the time in which the learner may make up; null unless it is stopped. */
  makeUpUntil: Nullable(Moment),
})
export type CaptureDue = Static<typeof CaptureDue>

/** Checks of a class, as its learner is told before studying. */
export const CaptureTerms = Named('CaptureTerms', {
  kind: CaptureKind,
  /** Decision about pictures: not needed, still to be made, agreed or declined. */
  consent: OneOf(['none', 'asked', 'agreed', 'declined']),
  everyFrom: Type.Integer(),
  everyTo: Type.Integer(),
  seconds: Type.Integer(),
  misses: Type.Integer(),
  missesAllowed: Type.Integer(),
  makeUpDays: Type.Integer(),
})
export type CaptureTerms = Static<typeof CaptureTerms>

const shown = {
  captureId: Id,
  title: Type.String(),
  kind: Means,
  state: OneOf(captureStates),
  /** Place in the video at which it was announced, in seconds. */
  at: Type.Number(),
  toldAt: Moment,
  answeredAt: Nullable(Moment),
  tries: Type.Integer(),
  hasPicture: Type.Boolean(),
  appeal: Nullable(Type.String()),
  appealedAt: Nullable(Moment),
}

/** One’s own check. */
export const MyCapture = Named('MyCapture', {
  ...shown,
  canAppeal: Type.Boolean(),
  /** The reason a person gave. */
  reason: Nullable(Type.String()),
})
export type MyCapture = Static<typeof MyCapture>

/** A change of a check by a person, with what it was before. */
const CaptureChange = Named('CaptureChange', {
  from: OneOf(captureStates),
  to: OneOf(captureStates),
  reason: Type.String(),
  by: Type.String(),
  at: Moment,
})

/** A check of an enrolment with its evidence. */
export const Capture = Named('Capture', {
  id: Id,
  ...shown,
  dueAt: Moment,
  /** Likeness to the portrait, of 100; null where none was compared. */
  likeness: Nullable(Type.Integer()),
  /** Time of the earlier picture of the same account that is almost the same; null where none is. */
  resembles: Nullable(Moment),
  ip: Type.String(),
  agent: Type.String(),
  changes: Type.Array(CaptureChange),
})
export type Capture = Static<typeof Capture>

/** Consequences of a result before it is given. */
export const CaptureEffect = Named('CaptureEffect', {
  from: OneOf(captureStates),
  to: OneOf(captureStates),
  missesBefore: Type.Integer(),
  missesAfter: Type.Integer(),
  missesAllowed: Type.Integer(),
  /** The class cannot be studied on until a check is made up. */
  stopsBefore: Type.Boolean(),
  stopsAfter: Type.Boolean(),
  /** Seconds counted in the class: they stay. */
  countedSeconds: Type.Integer(),
  /** Seconds that were not counted for missed checks and not made up since: they may be watched again. */
  refusedSeconds: Type.Integer(),
  /** A pass, which stays until it is corrected. */
  passedAt: Nullable(Moment),
  /** The valid certificate of the class, which stays as long as the pass. */
  certificate: Nullable(Type.String()),
})
export type CaptureEffect = Static<typeof CaptureEffect>

export const captureRefusals = /* @__PURE__ */ refusals({
  used: {
    code: 409,
    zh: '这次确认已作废或已用过，请按页面上最新的提示确认',
    en: 'This check is no longer valid or was used; respond to the latest one on the page',
  },
  lapsed: {
    code: 409,
    zh: '确认时间已过，请重新发起确认',
    en: 'The time for this check has run out; ask for it again',
  },
  leaseOver: {
    code: 409,
    zh: '这个播放窗口已不再计时，请重新打开视频',
    en: 'This window no longer counts; open the video again',
  },
  notDue: { code: 409, zh: '现在不需要确认', en: 'No check is due now' },
  makeUpOver: {
    code: 409,
    zh: '未完成的随堂确认已达 {count} 次，自行补确认的 {days} 天期限已过，请对未完成的确认提出申诉',
    en: '{count} checks were missed, and the {days} {days|day|days} to make them up are over; appeal about those you missed',
  },
  replay: {
    code: 422,
    zh: '这张图片已经用过，请现场重新拍摄',
    en: 'This picture has been used before; take a new photo now',
  },
  empty: {
    code: 422,
    zh: '照片太暗或没有内容，请重新拍摄',
    en: 'The photo is too dark or shows nothing; take it again',
  },
  noticeChanged: {
    code: 409,
    zh: '拍照说明已更新，请刷新页面，阅读后再决定',
    en: 'The notice about photos has been updated; refresh the page and read it before you decide',
  },
  changed: {
    code: 409,
    zh: '这次确认的状态刚刚变了，请刷新后再处理',
    en: 'The state of this check has just changed; refresh before you decide',
  },
  appealOver: {
    code: 409,
    zh: '申诉期限已过',
    en: 'The time to appeal is over',
  },
  noPicture: { code: 404, zh: '照片已按期删除，或没有照片', en: 'There is no picture, or its time was over' },
})

const readers = ['/train-manage/study-report', '/customer/study-report', '/student-manage/student'] as const
const change = {
  captureId: Id,
  result: OneOf(captureResults),
}

export const captureCalls = {
  answerCapture: call('/api/answer-capture.action', {
    allow: 'learner',
    body: 'multipart',
    perMinute: 600,
    input: Type.Object({ captureId: Id, nonce: Id }),
    output: Type.Object({ state: OneOf(captureStates) }),
    summary: 'Answers a check: by being there, or with a picture taken now, which is judged later',
  }),
  requestCapture: call('/api/request-capture.action', {
    allow: 'learner',
    perMinute: 600,
    input: Type.Object({ leaseToken: Id }),
    output: CaptureDue,
    summary: 'Asks for a check that lapsed or is to be made up again; it waits for its answer from now on',
  }),
  decideCapture: call('/api/decide-capture.action', {
    allow: 'learner',
    input: Type.Object({
      kind: OneOf(['photo', 'face']),
      agreed: Type.Boolean(),
      /** The wording that was read. */
      version: Type.Integer({ minimum: 1, maximum: 1000 }),
    }),
    output: Nothing,
    summary:
      'Agrees to pictures while studying, or declines them: then a click is enough, and the pictures there are go',
  }),
  findCaptureTerms: call('/api/find-capture-terms.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({ enrolmentId: Id }),
    output: CaptureTerms,
    summary: 'Whether and how a class of mine checks that I am there, and what I decided about pictures',
  }),
  findMyCaptures: call('/api/find-my-captures.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({ enrolmentId: Id }),
    output: Type.Array(MyCapture),
    summary: 'The checks of a class of mine, the last first',
  }),
  appealCapture: call('/api/appeal-capture.action', {
    allow: 'learner',
    input: Type.Object({ captureId: Id, reason: FreeText(500, 2) }),
    output: Nothing,
    summary: 'Appeals about a check that was missed or not accepted; a person decides',
  }),
  findResourceCaptureList: call('/base/my-class-study-detail/find-resource-capture-list.action', {
    allow: readers,
    input: Paging({ enrolmentId: Id }, { sort: ['toldAt', 'state', 'tries'] }),
    output: PageOf(Capture),
    summary: 'The checks of one enrolment with their evidence, the last first',
  }),
  getCapturePicture: call('/base/my-resource-capture/get-picture.action', {
    allow: readers,
    input: Type.Object({ captureId: Id }),
    output: Type.Object({ picture: Type.String() }),
    summary: 'The picture of a check as a data address; the look is recorded',
  }),
  previewCaptureChange: call('/base/my-resource-capture/preview-change.action', {
    allow: '/train-manage/study-report#capture',
    input: Type.Object(change),
    output: CaptureEffect,
    summary: 'What a result of a check would do to misses, study, pass and certificate',
  }),
  updateCaptureJson: call('/base/my-resource-capture/update-capture-json.action', {
    allow: '/train-manage/study-report#capture',
    input: Type.Object({
      ...change,
      /** The state that was seen; another is refused. */
      from: OneOf(captureStates),
      reason: FreeText(200, 2),
    }),
    output: Nothing,
    summary: 'Gives a check another result, with the reason; what it was before is kept',
  }),
}
