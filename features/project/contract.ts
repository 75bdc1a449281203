import { type Static, Type } from 'typebox'
import { call, Name, Named, Nullable, OneOf, Text } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'

export const projectRefusals = /* @__PURE__ */ refusals({
  closed: {
    code: 404,
    zh: '本平台已停止服务。如需查询学习记录或证书，请联系主办单位',
    en: 'This portal is closed. For study records or certificates, please contact the organiser',
  },
})

/** The names of a class type of the portal; `train_classes.class_type` has its key. */
export const ClassType = Type.Object({
  key: Type.String({ pattern: '^[a-z][A-Za-z0-9]{1,39}$' }),
  name: Name(20),
  nameEn: Name(40),
  /** The learner route that lists it. */
  path: Type.String({ pattern: '^/[A-Za-z0-9/-]{1,59}$' }),
})
export type ClassType = Static<typeof ClassType>

const studyModels = ['free', 'sequence'] as const
const classTypeModels = ['tabs', 'menu'] as const

export const captureKinds = ['off', 'presence', 'photo', 'face'] as const
/** Means by which a class checks now and then that its learner is there. */
export const CaptureKind = OneOf(captureKinds)
export type CaptureKind = (typeof captureKinds)[number]

/** Bounds of the numbers in the settings, both ends included. */
export const settingBounds = {
  classStartYear: { minimum: 2000, maximum: 2100 },
  refundClassProcess: { minimum: 0, maximum: 100 },
  refundOrderTimes: { minimum: 0, maximum: 100 },
  refundOrderDays: { minimum: 0, maximum: 365 },
  videoSeekLimitSeconds: { minimum: 2, maximum: 600 },
  maxPlayRate: { minimum: 50, maximum: 300 },
  captureEveryFrom: { minimum: 5, maximum: 240 },
  captureEveryTo: { minimum: 5, maximum: 240 },
  captureSeconds: { minimum: 20, maximum: 600 },
  captureTries: { minimum: 1, maximum: 10 },
  capturesADay: { minimum: 1, maximum: 50 },
  captureMisses: { minimum: 1, maximum: 100 },
  captureMakeUpDays: { minimum: 1, maximum: 60 },
  orderMinutes: { minimum: 5, maximum: 10_080 },
  transferDays: { minimum: 1, maximum: 60 },
  approvalDays: { minimum: 1, maximum: 365 },
  freeOrdersADay: { minimum: 0, maximum: 1000 },
  freeAmountADay: { minimum: 0, maximum: 10_000_000 },
  refundApprovalAbove: { minimum: 0, maximum: 1_000_000 },
  totalHoursTenths: { minimum: 0, maximum: 10_000 },
  minutesPerHour: { minimum: 1, maximum: 120 },
  hourTolerance: { minimum: 0, maximum: 1000 },
} as const

/** Longest names of the portal, in characters. */
export const titleLengths = { title: 60, shortTitle: 20, versionCode: 20 } as const

/** Longest texts of the account to which units transfer money, in characters. */
export const bankLengths = { bankAccountName: 60, bankName: 60, bankAccount: 40 } as const

/** Numbers of the checks that a class may have of its own. */
export const classCaptureNumbers = [
  'captureEveryFrom',
  'captureEveryTo',
  'captureSeconds',
  'captureTries',
  'capturesADay',
  'captureMisses',
  'captureMakeUpDays',
] as const

const hoursOfYear = Type.Integer(settingBounds.totalHoursTenths)

/** The settings of the specification's table and the domain's own; every one of them may reach a browser. */
export const Settings = Named('Settings', {
  title: Name(titleLengths.title),
  shortTitle: Name(titleLengths.shortTitle),
  /** Shown in the footer; a person who reports a fault reads it out. */
  versionCode: Text(titleLengths.versionCode),
  /** Order of a class's videos: any, or one opens when those before it are done. */
  studyModel: OneOf(studyModels),
  /** Arrangement of class types in the learner's top bar: side by side, or in one menu. */
  showClassTypeModel: OneOf(classTypeModels),
  trySeeVideo: Type.Boolean(),
  hideElective: Type.Boolean(),
  classStartYear: Type.Integer(settingBounds.classStartYear),
  hidePublicBaseType: Type.Boolean(),
  hideSpecializedBaseType: Type.Boolean(),
  hidePublicMajorType: Type.Boolean(),
  hideSpecializedMajorType: Type.Boolean(),
  studentRefund: Type.Boolean(),
  /** Percent of a class studied, beyond which nothing is refunded. */
  refundClassProcess: Type.Integer(settingBounds.refundClassProcess),
  /** Refunds a learner may have in a year. */
  refundOrderTimes: Type.Integer(settingBounds.refundOrderTimes),
  /** Days after paying within which a refund may be requested. */
  refundOrderDays: Type.Integer(settingBounds.refundOrderDays),
  hideYearCertificate: Type.Boolean(),
  finishVideoCanSeek: Type.Boolean(),
  videoCanSeekByLimitTime: Type.Boolean(),
  videoCanSeek: Type.Boolean(),
  /** Seconds one may skip beyond the watched edge where skipping is limited. */
  videoSeekLimitSeconds: Type.Integer(settingBounds.videoSeekLimitSeconds),
  /** The video stops, and nothing counts, while its tab is hidden. */
  pauseWhenHidden: Type.Boolean(),
  loginAsRegister: Type.Boolean(),
  /** Signing in ends the account's earlier sessions; their windows show why. */
  singleSession: Type.Boolean(),
  /** The role chosen when signing in is the only one: no change of role, no switch to another account. */
  singleRole: Type.Boolean(),
  // Named by the specification as existing and without effect.
  showSettings: Type.Boolean(),
  tagsView: Type.Boolean(),
  fixedHeader: Type.Boolean(),
  sidebarLogo: Type.Boolean(),
  errorLog: Type.Boolean(),
  index2Open: OneOf(['0', '1']),
  showClassType: Type.Array(ClassType, { minItems: 1, maxItems: 12 }),
  themeColor: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
  /** Required hours of a year by class type, in tenths. */
  requiredHoursTenths: Type.Record(Type.String({ maxLength: 40 }), hoursOfYear),
  totalHoursTenths: hoursOfYear,
  /** A course counts once for a learner and year, whichever classes teach it. */
  countCourseOnce: Type.Boolean(),
  /** Minutes of video that make an hour. */
  minutesPerHour: Type.Integer(settingBounds.minutesPerHour),
  /** Percent by which a class's hours may be beyond its videos before publishing is refused; null refuses none. */
  hourTolerance: Nullable(Type.Integer(settingBounds.hourTolerance)),
  /** Playback rates a learner may choose, in percent of real time. */
  maxPlayRate: Type.Integer(settingBounds.maxPlayRate),
  /** Effect of a second window: it takes the lease over, or is refused. */
  secondWindow: OneOf(['refuse', 'takeover']),
  /** Means by which classes check that their learners are there, unless a class has its own. */
  captureKind: CaptureKind,
  /** Minutes of counted study between two checks, drawn between both. */
  captureEveryFrom: Type.Integer(settingBounds.captureEveryFrom),
  captureEveryTo: Type.Integer(settingBounds.captureEveryTo),
  /** Seconds a check waits for its learner, and how often it is repeated before it counts as missed. */
  captureSeconds: Type.Integer(settingBounds.captureSeconds),
  captureTries: Type.Integer(settingBounds.captureTries),
  /** Checks of a learner in a calendar day in China at most. */
  capturesADay: Type.Integer(settingBounds.capturesADay),
  /** Missed checks of a class with which its study stops, and days in which the learner may still make them up. */
  captureMisses: Type.Integer(settingBounds.captureMisses),
  captureMakeUpDays: Type.Integer(settingBounds.captureMakeUpDays),
  /** Minutes an order waits for its money. */
  orderMinutes: Type.Integer(settingBounds.orderMinutes),
  /** Days a unit's order holds its places until the money came by bank transfer. */
  transferDays: Type.Integer(settingBounds.transferDays),
  /** The account to which units transfer money: whose it is, at which bank, and its number. Null: there is none. */
  bankAccountName: Nullable(Name(bankLengths.bankAccountName)),
  bankName: Nullable(Name(bankLengths.bankName)),
  bankAccount: Nullable(
    Type.String({
      normalized: 'name',
      pattern: '^[0-9][0-9 -]{4,38}[0-9]$',
      maxLength: bankLengths.bankAccount,
    }),
  ),
  /** Days an approved application holds its place until it is paid. */
  approvalDays: Type.Integer(settingBounds.approvalDays),
  /** Orders one operator may waive or lower in a calendar day in China; beyond that a second person approves each. */
  freeOrdersADay: Type.Integer(settingBounds.freeOrdersADay),
  /** Yuan one operator may waive or take off in that day; beyond that as well. */
  freeAmountADay: Type.Integer(settingBounds.freeAmountADay),
  /** Yuan of one refund above which a second person approves it. */
  refundApprovalAbove: Type.Integer(settingBounds.refundApprovalAbove),
  /** A class that is meant for other personnel categories or regions: a learner confirms it, or it is refused. */
  mismatchRule: OneOf(['confirm', 'refuse']),
})
export type Settings = Static<typeof Settings>

/** The limits within which a learner may request a refund. */
export const RefundTerms = Named('RefundTerms', {
  /** Days after paying, percent of a class studied at most, requests in a calendar year. */
  days: Type.Integer(),
  process: Type.Integer(),
  times: Type.Integer(),
})
export type RefundTerms = Static<typeof RefundTerms>
export type SettingKey = keyof Settings

/** A step of settings: the keys it changes; null gives a key back to its default. */
export type SettingChanges = { [K in SettingKey]?: Settings[K] | null }

/** The texts of a project that are versioned. */
export const textKinds = ['agreement', 'aboutUs', 'popup', 'refundOrder'] as const
export type TextKind = (typeof textKinds)[number]

/** The operator information in the footer; all of it public, empty lines are left out. */
export const ProjectInfo = Type.Object({
  organiser: Name(60, 0),
  phone: Type.String({ pattern: '^$|^[0-9+()\\- ]{5,30}$' }),
  email: Type.String({
    pattern: '^$|^[^@\\s]+@[^@\\s]+\\.[A-Za-z]{2,}$',
    maxLength: 80,
    normalized: 'email',
  }),
  address: Type.String({ maxLength: 100 }),
  serviceHours: Type.String({ maxLength: 60 }),
  /** The number of the registration with the authority. */
  icp: Type.String({ maxLength: 60 }),
})
export type ProjectInfo = Static<typeof ProjectInfo>

export const SystemConfig = Type.Object({
  projectId: Type.String(),
  projectTitle: Type.String(),
  index2Open: Type.String(),
  h5Config: Type.Object({ showClassType: Type.String() }),
  demo: Type.Boolean(),
  captcha: Type.Boolean(),
  /** True if learners may sign in by WeChat here. */
  wechat: Type.Boolean(),
  settings: Settings,
  info: ProjectInfo,
})
export type SystemConfig = Static<typeof SystemConfig>

/** A text of the portal and its version; 0 where none was written. */
const ShownText = Type.Object({ content: Type.String(), version: Type.Integer() })

/** The portal of the unit a visitor came for; of the first project without one. */
const OfUnit = Type.Object({ unitId: Type.Optional(Type.String({ maxLength: 64 })) })

export const projectCalls = {
  getSystemConfig: call('/login/get-system-config.action', {
    allow: 'public',
    viewable: true,
    aliases: ['/login/index2'],
    offline: true,
    input: OfUnit,
    output: SystemConfig,
    summary: 'What the portal is called and how it behaves; needed before sign-in',
  }),
  aboutUs: call('/login/about-us.action', {
    allow: 'public',
    viewable: true,
    input: OfUnit,
    output: ShownText,
    summary: 'The about text of the portal',
  }),
  getAgreement: call('/login/get-agreement.action', {
    allow: 'public',
    viewable: true,
    method: 'GET',
    input: OfUnit,
    output: ShownText,
    summary: 'The user agreement',
  }),
}
