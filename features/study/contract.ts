import { type Static, Type } from 'typebox'
import { call, Id, Moment, Named, Nullable, OneOf } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { Requirements } from '../enrolment/contract.ts'
import { Settings } from '../project/contract.ts'
import { leaseEnds, RefusalReason } from './beat/contract.ts'
import { CaptureDue } from './capture/contract.ts'

const itemStates = ['untouched', 'started', 'done'] as const
/** The state of an item for one learner. */
export type ItemState = (typeof itemStates)[number]

/** A stretch of a video in seconds, to the millisecond. */
const Stretch = Type.Tuple([Type.Number(), Type.Number()])

/** A stretch that was played and not counted, with the reason and the last time it happened. */
export const StudyRefusal = Type.Object({
  reason: RefusalReason,
  from: Type.Number(),
  to: Type.Number(),
  times: Type.Integer(),
  at: Moment,
})
export type StudyRefusal = Static<typeof StudyRefusal>

/** One video of a course and how much of it a learner has watched; times in seconds. */
export const StudyItem = Type.Object({
  itemId: Id,
  resourceId: Id,
  title: Type.String(),
  durationSeconds: Type.Number(),
  watchedSeconds: Type.Number(),
  furthest: Type.Number(),
  position: Type.Number(),
  state: OneOf(itemStates),
  completedAt: Nullable(Moment),
  ranges: Type.Array(Stretch),
  refusals: Type.Array(StudyRefusal),
})
export type StudyItem = Static<typeof StudyItem>

export const StudyCourse = Type.Object({
  courseId: Id,
  name: Type.String(),
  teacherName: Type.String(),
  attribute: OneOf(['required', 'elective']),
  hoursTenths: Type.Integer(),
  items: Type.Array(StudyItem),
})

/** Settings of the portal about the watching of videos. */
const StudySettings = Type.Pick(Settings, [
  'studyModel',
  'videoCanSeek',
  'finishVideoCanSeek',
  'videoCanSeekByLimitTime',
  'videoSeekLimitSeconds',
  'maxPlayRate',
  'secondWindow',
  'pauseWhenHidden',
])
type StudySettings = Static<typeof StudySettings>

/** The exam that follows the study, as the course tree shows it. */
export const StudyExam = Type.Object({
  examId: Id,
  name: Type.String(),
  passScore: Type.Number(),
  attempts: Type.Integer(),
  /** Basis points of study before it may be begun. */
  requiredProgress: Type.Integer(),
  passed: Type.Boolean(),
})

/** Explanation of a class's percent; whole seconds. */
export const ProgressExplained = Named('ProgressExplained', {
  /** Basis points, as the learner and the office see them. */
  progress: Type.Integer(),
  /** Seconds of the videos that decide: counted and missing are together what is required. */
  requiredSeconds: Type.Integer(),
  doneSeconds: Type.Integer(),
  missingSeconds: Type.Integer(),
  missingVideos: Type.Integer(),
  /** More was recorded once than the videos of today amount to: progress never falls. */
  isKept: Type.Boolean(),
  /** The class has videos of electives beside the required ones, which do not count. */
  hasElectives: Type.Boolean(),
  /** Seconds of the missing videos played, refused and not made up since, by reason, the most first. */
  refused: Type.Array(Type.Object({ reason: RefusalReason, seconds: Type.Integer() })),
  /** Hours of electives that a pass still needs, in tenths. */
  missingElectiveTenths: Type.Integer(),
  exam: OneOf(['none', 'missing', 'passed']),
  /** A person decided the pass, not the percent. */
  isManual: Type.Boolean(),
})
export type ProgressExplained = Static<typeof ProgressExplained>

/** A class as the one who studies it sees it. */
export const ClassProcess = Type.Object({
  ...Requirements.properties,
  enrolmentId: Id,
  classId: Id,
  className: Type.String(),
  status: Type.String(),
  /** Basis points of the required study. */
  progress: Type.Integer(),
  watchedSeconds: Type.Number(),
  requiredSeconds: Type.Number(),
  remainingSeconds: Type.Number(),
  studyDone: Type.Boolean(),
  explained: ProgressExplained,
  hoursTenths: Type.Integer(),
  /** Hours of it that count from other classes of the year and do not come again, in tenths. */
  heldTenths: Type.Integer(),
  expiresAt: Nullable(Moment),
  lastItemId: Nullable(Id),
  lastPosition: Type.Number(),
  settings: StudySettings,
  courses: Type.Array(StudyCourse),
  exam: Nullable(StudyExam),
})
export type ClassProcess = Static<typeof ClassProcess>

/** The right to play one item and earn its seconds. */
export const VideoToken = Type.Object({
  leaseToken: Id,
  openedAt: Moment,
  playUrl: Type.String(),
  subtitlesUrl: Nullable(Type.String()),
  kind: OneOf(['hls', 'file']),
  durationSeconds: Type.Number(),
  /** Place at which the learner left off, in seconds; 0 at first and after the end. */
  resumeAt: Type.Number(),
  beatSeconds: Type.Integer(),
  /** Silence after which another window may have the lease. */
  lapseSeconds: Type.Integer(),
  maxPlayRate: Type.Integer(),
  pauseWhenHidden: Type.Boolean(),
  /** The watched edge and how far beyond it a beat may start, in seconds. */
  furthest: Type.Number(),
  aheadSeconds: Type.Number(),
  /** Place of the first question that is still to be answered, in seconds; nothing beyond it counts. */
  pinAt: Nullable(Type.Number()),
  /** Checks that the learner is there are drawn: without a connection nothing counts beyond the next one. */
  isCaptured: Type.Boolean(),
  /** The check that is due already. */
  capture: Nullable(CaptureDue),
})
export type VideoToken = Static<typeof VideoToken>

const seconds = { minimum: 0, maximum: 1_000_000 }

/** Result of a beat; answered only when it is durable. */
export const BeatAnswer = Type.Object({
  sequence: Type.Integer(),
  /** Newly counted seconds of this beat. */
  acceptedSeconds: Type.Number(),
  /** Stretch that was played and not counted, and why. */
  refused: Nullable(Type.Object({ reason: RefusalReason, from: Type.Number(), to: Type.Number() })),
  savedAt: Moment,
  watchedSeconds: Type.Number(),
  furthest: Type.Number(),
  itemDone: Type.Boolean(),
  /** Basis points of the class. */
  progress: Type.Integer(),
  /** False when another window has the lease or it was given back. */
  leaseHeld: Type.Boolean(),
  /** Reason for which it ended: taken by another window, given back, or silent for too long. */
  leaseEnd: Nullable(OneOf(leaseEnds)),
  /** The check that is due now. */
  capture: Nullable(CaptureDue),
})
export type BeatAnswer = Static<typeof BeatAnswer>

export const studyCalls = {
  myClassProcess: call('/api/my-class-process.action', {
    allow: 'learner',
    viewable: true,
    aliases: ['/my-class-process.action'],
    input: Type.Object({ enrolmentId: Id }),
    output: ClassProcess,
    summary: 'One of my classes: courses, videos, what of them was counted and what was not, with the reason',
  }),
  getVideoToken: call('/api/get-video-token.action', {
    allow: 'learner',
    aliases: ['/get-video-token.action'],
    input: Type.Object({
      enrolmentId: Id,
      itemId: Id,
      /** The lease this very window holds: a reload or the next video is not a second window. */
      previous: Type.Optional(Nullable(Id)),
      /** Chosen by the window for this opening: repeated because the response was lost, it is no second window. */
      opening: Type.Optional(Id),
    }),
    output: VideoToken,
    summary: 'Opens a video: the lease that earns its seconds and a signed address to play it from',
  }),
  videoTask: call('/api/video-task.action', {
    allow: 'learner',
    aliases: ['/video-task.action'],
    input: Type.Object({
      leaseToken: Id,
      /** Rises with each beat of a lease; a resent beat has the same number and gets the same response. */
      sequence: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
      from: Type.Number(seconds),
      to: Type.Number(seconds),
      /**
       * Time it was played: seconds of the window's own clock since the lease was answered. What a lost
       * connection held back is counted only where the beat has these; without them it counts as played just
       * now.
       */
      since: Type.Optional(Type.Number(seconds)),
      until: Type.Optional(Type.Number(seconds)),
      visible: Type.Optional(Type.Boolean({ default: true })),
      /** The last beat: releases the lease. */
      ended: Type.Optional(Type.Boolean({ default: false })),
    }),
    output: BeatAnswer,
    // A whole unit may share one address; leases and the bounded queue are the limit here.
    perMinute: 6_000_000,
    summary: 'A beat: what was played since the last one; answered when it is durable',
  }),
}

export const studyRefusals = refusals({
  otherWindow: {
    code: 409,
    zh: '您正在另一个窗口学习班级“{className}”的“{title}”。学时只计一处：请回到那里继续；或暂停那里的播放，最多 {seconds} 秒后即可从这里继续',
    en: 'You are studying “{title}” of class “{className}” in another window. Time counts in only one: continue there, or pause it there and continue here within {seconds} s',
  },
  earlierFirst: {
    code: 409,
    zh: '这个班级按顺序学习：请先看完“{title}”',
    en: 'This class is studied in order: finish “{title}” first',
  },
  noVideo: { code: 409, zh: '这一节的视频已被撤下', en: 'This video has been withdrawn' },
  notOpen: {
    code: 409,
    zh: '这个班级现在不能学习，已计入的学时不受影响。如有疑问请联系所在单位',
    en: 'This class cannot be studied now; time already counted is not affected. For questions, contact your organisation',
  },
  suspended: {
    code: 409,
    zh: '这个班级的学习已暂停，例如正在办理退款。已计入的学时不受影响，恢复后可以接着学',
    en: 'Your study of this class is paused, for example while a refund is processed. Time already counted is not affected; continue once it resumes',
  },
  expired: {
    code: 409,
    zh: '这个班级的学习期限已过，已计入的学时不受影响。延期后可以接着学',
    en: 'The study period of this class is over; time already counted is not affected. You can continue if it is extended',
  },
  notStarted: { code: 409, zh: '学习将于 {date} 开始', en: 'Study opens on {date}' },
})
