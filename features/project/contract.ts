import { type Static, Type } from 'typebox'
import { call } from '../../contract/call.ts'

/** How a class type of the portal is called; its key stands in `train_classes.class_type`. */
export const ClassType = Type.Object({
  key: Type.String(),
  name: Type.String(),
  nameEn: Type.String(),
  /** The learner route that lists it. */
  path: Type.String(),
})
export type ClassType = Static<typeof ClassType>

/** The settings of the specification's table and the domain's own; all of them may reach a browser. */
export const Settings = Type.Object({
  title: Type.String(),
  shortTitle: Type.String(),
  versionCode: Type.String(),
  studyModel: Type.String(),
  showClassTypeModel: Type.String(),
  trySeeVideo: Type.Boolean(),
  hideElective: Type.Boolean(),
  classStartYear: Type.Integer(),
  hidePublicBaseType: Type.Boolean(),
  hideSpecializedBaseType: Type.Boolean(),
  hidePublicMajorType: Type.Boolean(),
  hideSpecializedMajorType: Type.Boolean(),
  studentRefund: Type.Boolean(),
  refundClassProcess: Type.Integer(),
  refundOrderTimes: Type.Integer(),
  refundOrderDays: Type.Integer(),
  hideYearCertificate: Type.Boolean(),
  finishVideoCanSeek: Type.Boolean(),
  videoCanSeekByLimitTime: Type.Boolean(),
  videoCanSeek: Type.Boolean(),
  loginAsRegister: Type.Boolean(),
  /** What a learner must have told of themselves: names of profile fields, among them `photo`. */
  requiredInfo: Type.Array(Type.String()),
  /** Signing in ends the account's earlier sessions; their windows are told why. */
  singleSession: Type.Boolean(),
  /** The role chosen when signing in is the only one: no change of role, no switch to another account. */
  singleRole: Type.Boolean(),
  // Named by the specification as existing and without effect.
  showSettings: Type.Boolean(),
  tagsView: Type.Boolean(),
  fixedHeader: Type.Boolean(),
  sidebarLogo: Type.Boolean(),
  errorLog: Type.Boolean(),
  index2Open: Type.String(),
  showClassType: Type.Array(ClassType),
  themeColor: Type.String(),
  /** Hours a year asks for, by class type, in tenths. */
  requiredHoursTenths: Type.Record(Type.String(), Type.Integer()),
  totalHoursTenths: Type.Integer(),
  /** Playback rates a learner may choose, in percent of real time. */
  maxPlayRate: Type.Integer(),
  /** What a second window does: takes the lease over, or is refused. */
  secondWindow: Type.Union([Type.Literal('refuse'), Type.Literal('takeover')]),
  orderMinutes: Type.Integer(),
})
export type Settings = Static<typeof Settings>

export const SystemConfig = Type.Object({
  projectId: Type.String(),
  projectTitle: Type.String(),
  index2Open: Type.String(),
  h5Config: Type.Object({ showClassType: Type.String() }),
  demo: Type.Boolean(),
  captcha: Type.Boolean(),
  /** Whether learners may sign in by WeChat here. */
  wechat: Type.Boolean(),
  settings: Settings,
})
export type SystemConfig = Static<typeof SystemConfig>

/** The portal of the unit a visitor came for; of the first project without one. */
const OfUnit = Type.Object({ unitId: Type.Optional(Type.String({ maxLength: 64 })) })

export const projectCalls = {
  getSystemConfig: call('/login/get-system-config.action', {
    allow: 'public',
    aliases: ['/login/index2'],
    input: OfUnit,
    output: SystemConfig,
    summary: 'What the portal is called and how it behaves; needed before sign-in',
  }),
  aboutUs: call('/login/about-us.action', {
    allow: 'public',
    input: OfUnit,
    output: Type.Object({ content: Type.String() }),
    summary: 'What the portal says of itself',
  }),
  getAgreement: call('/login/get-agreement.action', {
    allow: 'public',
    method: 'GET',
    input: OfUnit,
    output: Type.Object({ content: Type.String() }),
    summary: 'The user agreement',
  }),
}
