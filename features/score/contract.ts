import { type Static, Type } from 'typebox'
import {
  call,
  FreeText,
  Id,
  Keyword,
  Moment,
  Named,
  Normalized,
  Nothing,
  Nullable,
  OneOf,
  PersonName,
} from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { Proposed } from '../approval/contract.ts'
import { Seat } from '../signUp/application/contract.ts'
import { appealStates, scoreKinds, scoreLimits, scoreResults, scoreSources } from './rules.ts'

/** Page of the back office that administers scores. */
export const scoreMenu = '/cms-manage/score-manage'

export const ScoreKind = OneOf(scoreKinds)
export const ScoreResult = OneOf(scoreResults)
export const ScoreSource = OneOf(scoreSources)
const AppealState = OneOf(appealStates)

/** Points of a score. */
const Points = Type.Number({ minimum: 0, maximum: scoreLimits.points })

/** The exam of a class, or a subject of an exam that people sign up for. */
const Subject = {
  kind: ScoreKind,
  /** The exam of a class, or the sign-up. */
  examId: Id,
  title: Type.String(),
  /** Name of the subject; of the class, for the exam of one. */
  subjectName: Type.String(),
}

/** Parts that an entry says: points, null for a person who was absent and for a score that is deleted. */
const Said = {
  points: Nullable(Type.Number()),
  result: ScoreResult,
  source: ScoreSource,
}

/** A person's score as its newest entry has it. */
export const ScoreRow = Named('Score', {
  id: Id,
  ...Subject,
  accountId: Id,
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  ticketNo: Nullable(Type.String()),
  ...Said,
  fullScore: Type.Number(),
  passScore: Type.Number(),
  /** The time from which its person sees it; null for none. Of a class exam, that of its entry. */
  publishAt: Nullable(Moment),
  isPublished: Type.Boolean(),
  enteredAt: Moment,
  /** Number of its entries. */
  entries: Type.Integer(),
  /** A correction of it waits for a second person. */
  isProposed: Type.Boolean(),
})
export type ScoreRow = Static<typeof ScoreRow>

/** An entry of a score: what it said, who entered it, and why. */
export const ScoreEntry = Named('ScoreEntry', {
  no: Type.Integer(),
  ...Said,
  /** The person; null for the system. */
  by: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  at: Moment,
})
export type ScoreEntry = Static<typeof ScoreEntry>

/** An exam that has scores or can have them, with its subjects. */
export const ScoredExam = Type.Object({
  kind: ScoreKind,
  id: Id,
  title: Type.String(),
  /** Subjects of a sign-up; empty for the exam of a class. */
  subjects: Type.Array(
    Named('ScoredSubject', {
      id: Id,
      name: Type.String(),
      fullScore: Type.Number(),
      passScore: Type.Number(),
      /** People with a seat, and people with a score. */
      seats: Type.Integer(),
      scores: Type.Integer(),
      publishAt: Nullable(Moment),
      isPublished: Type.Boolean(),
      appealDays: Nullable(Type.Integer()),
    }),
  ),
})
export type ScoredExam = Static<typeof ScoredExam>

/** An appeal as it is answered. */
export const AppealRow = Named('ScoreAppeal', {
  id: Id,
  scoreId: Id,
  title: Type.String(),
  subjectName: Type.String(),
  realName: Type.String(),
  unitName: Nullable(Type.String()),
  ticketNo: Nullable(Type.String()),
  points: Nullable(Type.Number()),
  result: ScoreResult,
  fullScore: Type.Number(),
  state: AppealState,
  /** Words of its person. */
  reason: Type.String(),
  answer: Nullable(Type.String()),
  answeredBy: Nullable(Type.String()),
  answeredAt: Nullable(Moment),
  /** A correction that it led to waits for a second person. */
  isProposed: Type.Boolean(),
  appealedAt: Moment,
})
export type AppealRow = Static<typeof AppealRow>

/** A published score as its person sees it. */
export const MyScore = Named('MyScore', {
  id: Id,
  applicationId: Id,
  subjectName: Type.String(),
  points: Nullable(Type.Number()),
  result: ScoreResult,
  fullScore: Type.Number(),
  passScore: Type.Number(),
  publishedAt: Moment,
  /** End of the time to appeal; null where there is none. */
  appealUntil: Nullable(Moment),
  canAppeal: Type.Boolean(),
  /** The person's own appeal. */
  appeal: Nullable(
    Type.Object({ state: AppealState, reason: Type.String(), answer: Nullable(Type.String()) }),
  ),
})
export type MyScore = Static<typeof MyScore>

/** A score as the look-up shows it. */
const FoundScore = Type.Object({
  subjectName: Type.String(),
  points: Nullable(Type.Number()),
  result: ScoreResult,
  fullScore: Type.Number(),
})

const query = call('/base/score/query.action', {
  allow: scoreMenu,
  input: Paging(
    {
      kind: Type.Optional(ScoreKind),
      /** The exam of a class, or the sign-up. */
      examId: Type.Optional(Id),
      subjectId: Type.Optional(Id),
      /** A person’s name or part of one, or a ticket number. */
      keyword: Type.Optional(Keyword(40)),
      /** A unit with everything below it. */
      unitId: Type.Optional(Id),
      source: Type.Optional(Type.Array(ScoreSource, { minItems: 1, maxItems: 3 })),
      /** Deleted scores are listed where they are asked for. */
      result: Type.Optional(Type.Array(ScoreResult, { minItems: 1, maxItems: 4 })),
      published: Type.Optional(Type.Boolean()),
      id: Type.Optional(Id),
      /** Entered since then, and before that. */
      from: Type.Optional(Moment),
      to: Type.Optional(Moment),
    },
    {
      sort: [
        'title',
        'subjectName',
        'realName',
        'unitName',
        'ticketNo',
        'points',
        'result',
        'source',
        'publishAt',
        'enteredAt',
        'entries',
      ],
    },
  ),
  output: PageOf(ScoreRow),
  summary:
    'Scores of the people of the caller’s units, newest first; who manages units sees those that are published',
})

const ScoreId = Type.Object({ id: Id })
const Reason = FreeText(200, 2)

export const scoreCalls = {
  query,
  findExams: call('/base/score/find-exams.action', {
    allow: scoreMenu,
    input: Paging({
      kind: Type.Optional(ScoreKind),
      keyword: Type.Optional(Keyword(60)),
      id: Type.Optional(Id),
    }),
    output: PageOf(ScoredExam),
    summary: 'Exams that have scores or people with a seat, newest first, with how far their subjects are',
  }),
  findEntries: call('/base/score/find-entries.action', {
    allow: scoreMenu,
    input: ScoreId,
    output: Type.Array(ScoreEntry),
    summary: 'All entries of a score in scope, newest first, with who entered them and why',
  }),
  update: call('/base/score/update.action', {
    allow: `${scoreMenu}#edit`,
    wholeProject: true,
    input: Type.Object({
      id: Id,
      /** Null for a person who was absent. */
      points: Nullable(Points),
      reason: Reason,
    }),
    output: Proposed,
    summary:
      'Proposes another score to a second person, also in place of a deleted one; that of a class exam is a correction of the learner’s record',
  }),
  delete: call('/base/score/delete.action', {
    allow: `${scoreMenu}#edit`,
    wholeProject: true,
    input: Type.Object({ id: Id, reason: Reason }),
    output: Proposed,
    summary: 'Proposes to a second person to delete a score; the attempt at a class exam is voided with it',
  }),
  publish: call('/base/score/publish.action', {
    allow: `${scoreMenu}#publish`,
    wholeProject: true,
    input: Type.Object({
      signUpId: Id,
      subjectIds: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
      /** Left out, now. */
      publishAt: Type.Optional(Moment),
      /** Days after it in which its person may appeal; 0 for none. */
      appealDays: Type.Integer({ minimum: 0, maximum: scoreLimits.appealDays }),
    }),
    output: Nothing,
    summary:
      'Publishes the scores of subjects, now or at a time; a time that has not come yet can be changed',
  }),
  findAppeals: call('/base/score/find-appeals.action', {
    allow: scoreMenu,
    input: Paging(
      {
        state: Type.Optional(Type.Array(AppealState, { minItems: 1, maxItems: 4 })),
        examId: Type.Optional(Id),
        keyword: Type.Optional(Keyword(40)),
        id: Type.Optional(Id),
        from: Type.Optional(Moment),
        to: Type.Optional(Moment),
      },
      {
        sort: ['title', 'subjectName', 'realName', 'unitName', 'points', 'state', 'answeredAt', 'appealedAt'],
      },
    ),
    output: PageOf(AppealRow),
    summary: 'Appeals about published scores of the people of the caller’s units, newest first',
  }),
  answerAppeal: call('/base/score/answer-appeal.action', {
    allow: `${scoreMenu}#appeal`,
    wholeProject: true,
    input: Type.Object({
      id: Id,
      uphold: Type.Boolean(),
      /** The corrected score of an appeal that is upheld; null for a person who was absent. */
      points: Type.Optional(Nullable(Points)),
      /** Read by the person whose appeal is rejected; of one upheld, the reason of the correction. */
      answer: FreeText(200, 2),
    }),
    output: Type.Object({ approvalId: Nullable(Id) }),
    summary:
      'Rejects an appeal with its reason, or upholds it and proposes the corrected score to a second person',
  }),
  findMine: call('/api/score/find-mine.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({}),
    output: Type.Array(MyScore),
    summary: "Published scores of the learner's own applications, with what can be appealed",
  }),
  appeal: call('/api/score/appeal.action', {
    allow: 'learner',
    perMinute: 30,
    input: Type.Object({ id: Id, reason: FreeText(500, 4) }),
    output: Nothing,
    summary: 'Appeals about one’s own published score, once and within its days',
  }),
  lookUp: call('/api/sign-up/look-up.action', {
    allow: 'public',
    perMinute: 30,
    input: Type.Object({
      realName: PersonName,
      /** ID number in full. */
      cardNumber: Normalized('code', 30, 4),
      captchaVO: Type.Optional(
        Type.Object({ captchaVerification: Type.Optional(Type.String({ maxLength: 2000 })) }),
      ),
      /** A stranger’s project is that of the unit. */
      unitId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    output: Type.Object({
      list: Type.Array(
        Named('FoundTicket', {
          code: Type.String(),
          ticketNo: Type.String(),
          signUpTitle: Type.String(),
          seats: Type.Array(Seat),
          /** Those that are published. */
          scores: Type.Array(FoundScore),
        }),
      ),
    }),
    summary:
      'Tickets and published scores by name and ID number, after a captcha; a person without any and a person unknown are answered alike',
  }),
}

export const scoreExports = {
  exportScores: exportOf(scoreCalls.query, '/base/score/export.action', {
    title: { zh: '成绩表', en: 'Scores' },
    numbers: ['card'],
  }),
  exportAppeals: exportOf(scoreCalls.findAppeals, '/base/score/export-appeals.action', {
    title: { zh: '成绩申诉', en: 'Score appeals' },
  }),
}
