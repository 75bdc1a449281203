import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Moment, Named, Nothing, Nullable, OneOf } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { BatchResult, Selection } from '../../contract/selection.ts'
import { hourUnits, pushCauses, pushEvents, pushFieldNames, pushStates } from './rules.ts'

export const pushRefusals = refusals({
  forbidden: {
    code: 422,
    zh: '不能推送到这个地址：它不是 https 地址、带有账号密码，或指向内部网络',
    en: 'Nothing is sent to this address: it is not https, has a name and password in it, or leads into an inner network',
  },
  unresolved: {
    code: 422,
    zh: '域名无法解析，请核对地址',
    en: 'The name of the host cannot be resolved; check the address',
  },
  secretNeeded: { code: 422, zh: '请填写签名密钥', en: 'Enter the secret for signatures' },
  keyTwice: {
    code: 422,
    zh: '字段名“{key}”重复',
    en: 'The name “{key}” is used twice',
  },
  closed: {
    code: 409,
    zh: '项目没有开启数据推送，请先在项目设置中开启',
    en: 'The project does not push results; enable it in the project settings first',
  },
  noReceiver: {
    code: 409,
    zh: '还没有填写接收方，请先在项目设置中填写',
    en: 'There is no receiver yet; enter it in the project settings first',
  },
  notPassed: {
    code: 409,
    zh: '学员在这个班级还没有合格，没有可推送的结果',
    en: 'The learner has not passed this class; there is no result to push',
  },
  reverted: {
    code: 409,
    zh: '这次合格后来已撤回，不能重新推送',
    en: 'This pass was revoked afterwards; it is not pushed again',
  },
})

const log = '/customer/my-class-push-log-manage'
const setting = '/project-manage/setting'

/** A field of ours under the receiver's name. */
const Mapping = Type.Object({
  field: OneOf(pushFieldNames),
  key: Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,39}$' }),
})

const receiver = {
  /** An https address; empty while there is none. */
  address: Type.String({ maxLength: 300 }),
  fields: Type.Array(Mapping, { maxItems: pushFieldNames.length }),
  hourUnit: OneOf(hourUnits),
}

/** Result of one message to the receiver. */
const Answer = {
  /** Status of HTTP; null where nothing was answered. */
  status: Nullable(Type.Integer()),
  /** Null for a message that was taken. */
  cause: Nullable(OneOf(pushCauses)),
  /** Milliseconds. */
  ms: Type.Integer(),
  /** The first characters of the answer, with personal numbers masked. */
  excerpt: Nullable(Type.String()),
}

export const PushTry = Type.Object({ number: Type.Integer(), triedAt: Moment, ...Answer })
export type PushTry = Static<typeof PushTry>

/** An event on its way to the receiver. */
export const Push = Named('Push', {
  id: Id,
  event: OneOf(pushEvents),
  status: OneOf(pushStates),
  accountId: Id,
  realName: Type.String(),
  unitName: Nullable(Type.String()),
  enrolmentId: Nullable(Id),
  /** The class, or what a correction of hours is called. */
  title: Type.String(),
  year: Type.Integer(),
  /** Those of the pass, or the change: negative where hours were taken off. */
  hoursTenths: Type.Integer(),
  tries: Type.Integer(),
  httpStatus: Nullable(Type.Integer()),
  cause: Nullable(OneOf(pushCauses)),
  createdAt: Moment,
  triedAt: Nullable(Moment),
  /** The time of the next try; null for one that is over. */
  dueAt: Nullable(Moment),
})
export type Push = Static<typeof Push>

const query = call('/base/my-class-push-log/query.action', {
  allow: log,
  input: Paging(
    {
      id: Type.Optional(Id),
      /** A learner's name or part of one. */
      keyword: Type.Optional(Keyword(40)),
      className: Type.Optional(Keyword(60)),
      enrolmentId: Type.Optional(Id),
      event: Type.Optional(OneOf(pushEvents)),
      status: Type.Optional(Type.Array(OneOf(pushStates), { minItems: 1, maxItems: pushStates.length })),
      cause: Type.Optional(OneOf(pushCauses)),
      from: Type.Optional(Moment),
      to: Type.Optional(Moment),
    },
    { sort: ['createdAt', 'hoursTenths'] },
  ),
  output: PageOf(Push),
  summary: 'What was pushed to the outside system and what became of it, newest first',
})

export const pushCalls = {
  findReceiver: call('/base/system-push-config/find.action', {
    allow: setting,
    wholeProject: true,
    input: Type.Object({}),
    output: Type.Object({
      content: Type.Object(receiver),
      version: Type.Integer(),
      updatedAt: Nullable(Moment),
      /** The secret never comes out; whether there is one does. */
      hasSecret: Type.Boolean(),
      /** Until then nothing is sent, because the receiver gave no answer. */
      restsUntil: Nullable(Moment),
    }),
    summary: 'The outside system that results are pushed to, without its secret',
  }),
  saveReceiver: call('/base/system-push-config/save.action', {
    allow: setting,
    wholeProject: true,
    perMinute: 60,
    input: Type.Object({
      content: Type.Object(receiver),
      /** Write-only; left out, what is stored stays. */
      secret: Type.Optional(
        Type.String({ minLength: 16, maxLength: 200, pattern: '^[\\x21-\\x7e]{16,200}$' }),
      ),
      version: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'the version that was read' }),
    }),
    output: Nothing,
    summary: 'Changes the outside system; its secret goes in and never comes out',
  }),
  testReceiver: call('/base/system-push-config/test.action', {
    allow: setting,
    wholeProject: true,
    perMinute: 10,
    input: Type.Object({}),
    output: Type.Object(Answer),
    summary: 'Sends a signed sample of nobody to the outside system, and shows its answer',
  }),
  query,
  get: call('/base/my-class-push-log/get.action', {
    allow: log,
    input: Type.Object({ id: Id }),
    output: Type.Object({ push: Push, tries: Type.Array(PushTry) }),
    summary: 'One push with each of its tries, the newest hundred',
  }),
  pushMyClass: call('/base/my-class-push-log/push-my-class.action', {
    allow: `${log}#replay`,
    method: 'GET',
    perMinute: 60,
    input: Type.Object({ enrolmentId: Id }),
    output: Type.Object({ id: Id }),
    summary: 'Pushes the result of a passed enrolment, again under its key or for the first time',
  }),
  replay: call('/base/my-class-push-log/replay.action', {
    allow: `${log}#replay`,
    perMinute: 60,
    input: Type.Object(Selection(query)),
    output: BatchResult,
    summary: 'Pushes again, each under its key, by which the receiver knows what it has had',
  }),
}

export const pushExports = {
  exportPushes: exportOf(query, '/base/my-class-push-log/export.action', {
    title: { zh: '推送记录', en: 'Push log' },
  }),
}
