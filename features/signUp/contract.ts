import { type Static, Type } from 'typebox'
import { call, Fen, Id, Keyword, Moment, Name, Named, Nullable, OneOf, Text } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { Revision } from '../../contract/revision.ts'
import { BatchResult, Selection } from '../../contract/selection.ts'
import {
  fieldKinds,
  fileKinds,
  formLimits,
  signUpEvents,
  signUpKinds,
  signUpObstacles,
  signUpPages,
} from './rules.ts'

const { training, exam } = signUpPages
/** Readers of sign-ups: holders of the page of either kind, each the sign-ups of that kind. */
export const signUpReaders = [training, exam] as const

const signUpStatuses = ['draft', 'open', 'closed', 'deleted'] as const
export const SignUpStatus = OneOf(signUpStatuses)
export type SignUpStatus = (typeof signUpStatuses)[number]

export const SignUpKind = OneOf(signUpKinds)
const SignUpObstacle = OneOf(signUpObstacles)

export const signUpRefusals = refusals({
  kindFixed: {
    code: 409,
    zh: '报名的类型保存后不能修改',
    en: 'The kind of a sign-up cannot be changed once it is saved',
  },
  feeFixed: {
    code: 403,
    zh: '报名开放后，费用由有“批量改价”权限的同事修改',
    en: 'Once a sign-up was opened, its fee is changed by a colleague who may change prices',
  },
  quotaTaken: {
    code: 409,
    zh: '“{name}”已占用 {count} 个名额，名额数不能更少',
    en: '{count} {count|place|places} of “{name}” are taken; there cannot be fewer',
  },
  subjectTaken: {
    code: 409,
    zh: '已有人报考“{name}”，不能删除这个科目',
    en: 'People have applied for the subject “{name}”; it cannot be removed',
  },
  sessionTaken: {
    code: 409,
    zh: '“{name}”的场次已安排座位，不能修改时间、考场或删除',
    en: 'Seats of a session of “{name}” are assigned; its time and rooms cannot be changed or removed',
  },
  afterScores: {
    code: 409,
    zh: '“{name}”的成绩已定发布时间，新增或改期的场次不能在那以后结束；还没有发布的请先推迟发布，已经发布的请另设科目',
    en: 'The scores of “{name}” are published, or will be at a set time; a session that is added or moved cannot end after it. Publish them later, or add another subject',
  },
  marksTaken: {
    code: 409,
    zh: '“{name}”已有成绩，名称、顺序、总分和合格线不再改变；成绩有误请在成绩列表提出更正，另考一科请在最后新增科目',
    en: 'There are scores in “{name}”, so its name, place, full score and pass mark stay; propose a correction of a wrong score in the list of scores, or add another subject at the end',
  },
  titleTaken: {
    code: 409,
    zh: '“{name}”已有成绩，名称不再改变；有误可在介绍里说明，或新建报名',
    en: 'There are scores in “{name}”, so its title stays; explain it in the introduction, or create another sign-up',
  },
  noPeriod: {
    code: 409,
    zh: '“{name}”的报名截止时间已过，请先修改时间再开放',
    en: 'The period of “{name}” is over; change it before you open the sign-up',
  },
  noSubjects: {
    code: 409,
    zh: '“{name}”还没有科目，不能开放',
    en: '“{name}” has no subjects yet and cannot be opened',
  },
})

const Day = Type.String({ format: 'date' })
const Bound = Nullable(Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 }))
const Count = (most: number) => Nullable(Type.Integer({ minimum: 1, maximum: most }))

/** A field of a form with its rules; a rule that its kind does not have is null or empty. The fields come in their order. */
export const FormField = Named('SignUpField', {
  /** Name of the field for its answers, kept through all versions. */
  key: Type.String({ pattern: '^[a-z][a-zA-Z0-9]{0,29}$' }),
  kind: OneOf(fieldKinds),
  label: Name(80, 1),
  /** A line below the field; empty for none. */
  hint: Type.String({ maxLength: 200 }),
  required: Type.Boolean(),
  minLength: Count(formLimits.textLength),
  maxLength: Count(formLimits.textLength),
  choices: Type.Array(Text(formLimits.choiceLength), { maxItems: formLimits.choices }),
  /** Choices that may be chosen at most; null for one. */
  most: Count(formLimits.choices),
  min: Bound,
  max: Bound,
  from: Nullable(Day),
  to: Nullable(Day),
  fileKinds: Type.Array(OneOf(fileKinds), { maxItems: fileKinds.length, uniqueItems: true }),
  /** Size of a file at most, in units of 1024 bytes; null for the product’s own limit. */
  maxKilobytes: Count(formLimits.kilobytes),
  /** Text of an agreement; empty for another kind. */
  text: Type.String({ maxLength: 10_000 }),
})
export type FormField = Static<typeof FormField>

const Room = Type.Object({
  name: Name(60, 1),
  seats: Type.Integer({ minimum: 1, maximum: formLimits.seatsOfRoom }),
})

/** A sitting of a subject, with its rooms in the order in which they are filled. */
const ExamSession = Type.Object({
  /** Left out for a new one. */
  id: Type.Optional(Id),
  startsAt: Moment,
  endsAt: Moment,
  rooms: Type.Array(Room, { minItems: 1, maxItems: formLimits.rooms }),
})

/** Points of a subject, in halves; 0 only for the pass mark. */
const Points = Type.Number({ minimum: 0, maximum: 1000, multipleOf: 0.5 })

/** A subject of an exam; a person sits each subject that they apply for in one of its sessions. */
export const Subject = Type.Object({
  /** Left out for a new one. */
  id: Type.Optional(Id),
  name: Name(80, 1),
  /** Points of the whole subject; left out, as they are, and 100 for a new one. */
  fullScore: Type.Optional(Points),
  /** Points to pass; left out, as they are, and 60 for a new one. */
  passScore: Type.Optional(Points),
  sessions: Type.Array(ExamSession, { maxItems: formLimits.sessions }),
})

/** Fields of a sign-up that a manager edits. */
export const SignUpFields = Type.Object({
  kind: SignUpKind,
  title: Name(120, 2),
  /** HTML; what is not allowed in it is taken out. */
  introduction: Type.String({ maxLength: 100_000 }),
  opensAt: Moment,
  closesAt: Moment,
  /** Places in all; null without a limit. */
  quota: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Fee a head; 0 is free. */
  fee: Fen,
  /** Personnel categories it is for; empty is everybody. */
  personnelCategories: Type.Array(Text(40), { maxItems: 50, uniqueItems: true }),
  /** Codes of regions, each with the regions in it; empty is everywhere. */
  regions: Type.Array(Text(40), { maxItems: 200, uniqueItems: true }),
  /** Units, each with those below it; empty is all. */
  unitIds: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
  fields: Type.Array(FormField, { maxItems: formLimits.fields }),
  /** Subjects of an exam; empty for a training. */
  subjects: Type.Array(Subject, { maxItems: formLimits.subjects }),
})
export type SignUpFields = Static<typeof SignUpFields>

/** Applications of the caller’s scope, by how far they are. */
const Counts = {
  /** To be reviewed. */
  applied: Type.Integer(),
  /** Approved, with a fee to pay. */
  approved: Type.Integer(),
  confirmed: Type.Integer(),
}

/** A sign-up in the list. */
export const SignUpRow = Named('SignUpRow', {
  id: Id,
  kind: SignUpKind,
  title: Type.String(),
  status: SignUpStatus,
  opensAt: Moment,
  closesAt: Moment,
  fee: Fen,
  /** Fee that waits for a second person; null where none does, and for readers of single units. */
  proposedFee: Nullable(Fen),
  quota: Nullable(Type.Integer()),
  /** Places that applications have, of all units. */
  taken: Type.Integer(),
  ...Counts,
  revision: Revision,
  createdAt: Moment,
})
export type SignUpRow = Static<typeof SignUpRow>

/** A sign-up as a manager edits it. */
export const SignUp = Named('SignUp', {
  ...SignUpFields.properties,
  ...SignUpRow.properties,
  /** Version of the form, raised when it changes once the sign-up was opened. */
  formVersion: Type.Integer(),
  /** Its first day in public is not over; that of a draft has not begun. */
  isFirstDay: Type.Boolean(),
  /** Somebody has applied, whatever became of the application. */
  isTaken: Type.Boolean(),
  units: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})
export type SignUp = Static<typeof SignUp>

/** A sign-up as visitors find it. */
export const OpenSignUp = Named('OpenSignUp', {
  id: Id,
  kind: SignUpKind,
  title: Type.String(),
  opensAt: Moment,
  closesAt: Moment,
  fee: Fen,
  quota: Nullable(Type.Integer()),
  /** Places that are free; null without a limit. */
  seatsLeft: Nullable(Type.Integer()),
  subjectNames: Type.Array(Type.String()),
  /** Reason for which the reader cannot apply now; of a visitor only what holds for everybody. */
  obstacle: Nullable(SignUpObstacle),
  /** The reader’s own live application. */
  applicationId: Nullable(Id),
})
export type OpenSignUp = Static<typeof OpenSignUp>

/** A sign-up as its applicant fills it in. */
export const SignUpForm = Named('SignUpForm', {
  ...OpenSignUp.properties,
  introduction: Type.String(),
  formVersion: Type.Integer(),
  fields: Type.Array(FormField),
  subjects: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      sessions: Type.Array(Type.Object({ id: Id, startsAt: Moment, endsAt: Moment })),
    }),
  ),
})
export type SignUpForm = Static<typeof SignUpForm>

const SignUpId = Type.Object({ id: Id })

const findSignUps = call('/base/cms-apply/find-sign-ups.action', {
  allow: signUpReaders,
  input: Paging(
    {
      kind: Type.Optional(SignUpKind),
      status: Type.Optional(SignUpStatus),
      keyword: Type.Optional(Keyword(60)),
      id: Type.Optional(Id),
    },
    {
      sort: [
        'title',
        'status',
        'opensAt',
        'closesAt',
        'fee',
        'quota',
        'taken',
        'applied',
        'approved',
        'confirmed',
        'createdAt',
      ],
    },
  ),
  output: PageOf(SignUpRow),
  summary: 'Sign-ups of the pages that the caller holds, newest first; a unit sees those meant for it',
})

export const signUpCalls = {
  findSignUps,
  get: call('/base/cms-apply/get.action', {
    allow: signUpReaders,
    input: SignUpId,
    output: SignUp,
    summary: 'One sign-up with its form, its audience, and the subjects and sessions of an exam',
  }),
  save: call('/base/cms-apply/save.action', {
    allow: signUpReaders,
    wholeProject: true,
    input: Type.Object({
      id: Type.Optional(Id),
      revision: Type.Optional(Revision),
      /** Made once a new sign-up: the same key saves the one that it made. */
      requestKey: Type.Optional(Text(64, 8)),
      ...SignUpFields.properties,
    }),
    output: Type.Object({
      id: Id,
      revision: Revision,
      formVersion: Type.Integer(),
      /** The fee stays and another waits for a second person in this proposal. */
      approvalId: Type.Optional(Id),
    }),
    summary:
      'Writes a sign-up as a draft, or changes one; a form changed once it was opened becomes a new version, and a lower fee is proposed to a second person',
  }),
  updateStatus: call('/base/cms-apply/update-status.action', {
    allow: [`${training}#publish`, `${exam}#publish`],
    wholeProject: true,
    input: Type.Object({ ...Selection(findSignUps), event: OneOf(signUpEvents) }),
    output: BatchResult,
    summary: 'Opens sign-ups, closes them, or opens them again; their applications stay',
  }),
  delete: call('/base/cms-apply/delete.action', {
    allow: [`${training}#delete`, `${exam}#delete`],
    wholeProject: true,
    input: Type.Object(Selection(findSignUps)),
    output: BatchResult,
    summary: 'Deletes sign-ups that are still drafts',
  }),
  preview: call('/base/cms-apply/preview.action', {
    allow: signUpReaders,
    input: SignUpId,
    output: SignUpForm,
    summary: 'A sign-up as its applicant will see it, in whatever status it is',
  }),
  getCmsList: call('/api/get-cms-list.action', {
    allow: 'public',
    viewable: true,
    perMinute: 6000,
    aliases: ['/get-cms-list'],
    input: Paging({
      kind: Type.Optional(SignUpKind),
      keyword: Type.Optional(Keyword(60)),
      /** A stranger’s project is that of the unit. */
      unitId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    output: PageOf(OpenSignUp),
    summary: 'Open sign-ups, those that close first before others, with the reader’s own application',
  }),
  getForm: call('/api/sign-up/get-form.action', {
    allow: 'public',
    viewable: true,
    perMinute: 3000,
    input: Type.Object({ id: Id, unitId: Type.Optional(Type.String({ maxLength: 64 })) }),
    output: SignUpForm,
    summary: 'One open sign-up with its form, and what keeps the reader from applying',
  }),
}

export const signUpExports = {
  exportSignUps: exportOf(signUpCalls.findSignUps, '/base/cms-apply/export-sign-ups.action', {
    title: { zh: '培训与考试报名', en: 'Sign-ups' },
  }),
}
