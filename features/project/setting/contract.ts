import { type Static, type TSchema, Type } from 'typebox'
import { call, Id, Moment, Named, Nothing, Nullable, OneOf, FreeText } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { type SettingChanges, type SettingKey, Settings } from '../contract.ts'
import { effectKinds } from './rules.ts'

export const settingRefusals = /* @__PURE__ */ refusals({
  changedMeanwhile: {
    code: 409,
    zh: '别人刚刚改过设置，请重新打开后再改',
    en: 'Someone has just changed the settings; reopen them and make your change again',
  },
  nothingChanged: { code: 422, zh: '没有任何改动', en: 'Nothing was changed' },
  inThePast: {
    code: 422,
    zh: '生效时间应在现在之后；要立即生效请不填',
    en: 'The time must be in the future; leave it empty to apply immediately',
  },
  tooFar: {
    code: 422,
    zh: '生效时间最多提前两年安排',
    en: 'Changes can be scheduled at most two years ahead',
  },
  inEffect: {
    code: 409,
    zh: '这次修改已经生效，不能撤回；请再改一次',
    en: 'This change is in effect and cannot be withdrawn; change it again',
  },
  loosensLimit: {
    code: 409,
    zh: '撤回会放宽“{name}”；请改为安排另一个值，调高的由另一位同事审批',
    en: 'Withdrawing it would loosen “{name}”; schedule another value instead, which a colleague approves where it is higher',
  },
  typeTwice: {
    code: 422,
    zh: '班级类型“{name}”的代码或网址重复',
    en: 'The code or URL of class type “{name}” is a duplicate',
  },
  typeUnknown: {
    code: 422,
    zh: '没有代码为“{key}”的班级类型',
    en: 'There is no class type with the code “{key}”',
  },
  typeUsed: {
    code: 422,
    zh: '班级类型“{name}”下还有 {count} 个班级，可以不显示，但不能改代码',
    en: 'Class type “{name}” has {count} {count|class|classes}; you can hide it, but not change its code',
  },
})

const keys = Object.keys(Settings.properties) as SettingKey[]

const optional: Record<string, TSchema> = Object.fromEntries(
  Object.entries(Settings.properties).map(([key, schema]) => [key, Type.Optional(Nullable(schema))]),
)
/** The keys a step changes; null gives one back to its default. */
const Changes = Type.Unsafe<SettingChanges>(Named('SettingChanges', optional))

const Difference = Type.Object({ key: OneOf(keys), before: Type.Unknown(), after: Type.Unknown() })

const stepStates = ['inEffect', 'scheduled', 'withdrawn'] as const

/** A step of the settings: when, by whom, why, and what it changed. */
export const SettingStep = Type.Object({
  id: Id,
  effectiveFrom: Moment,
  createdAt: Moment,
  /** Null for the project's beginning. */
  actorName: Nullable(Type.String()),
  reason: Type.String(),
  state: OneOf(stepStates),
  differences: Type.Array(Difference),
})
export type SettingStep = Static<typeof SettingStep>

const allow = '/project-manage/setting'

export const settingCalls = {
  findSetting: call('/base/project/find-setting.action', {
    allow,
    wholeProject: true,
    input: Type.Object({}),
    output: Type.Object({
      values: Settings,
      /** Keys the project overrides; the others have their default. */
      own: Type.Array(OneOf(keys)),
      /** Number of steps there are; sent back when saving, so that nobody overwrites another's unseen. */
      seen: Type.Integer(),
      scheduled: Type.Array(SettingStep),
    }),
    summary: 'The settings in effect now, and the changes that are scheduled',
  }),
  settingHistory: call('/base/project/setting-history.action', {
    allow,
    wholeProject: true,
    input: Paging({ key: Type.Optional(OneOf(keys)) }, { sort: ['effectiveFrom'] }),
    output: PageOf(SettingStep),
    summary: 'Every change of the settings, newest first, with what it changed',
  }),
  previewSetting: call('/base/project/preview-setting.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ changes: Changes, effectiveFrom: Type.Optional(Moment) }),
    output: Type.Object({
      differences: Type.Array(
        Type.Object({
          ...Difference.properties,
          /** People who feel the change, and how many; null where nobody who is there feels it. */
          effect: Nullable(Type.Object({ kind: OneOf(effectKinds), count: Type.Integer() })),
        }),
      ),
      /** Scheduled steps that come later and change one of the keys again. */
      overridden: Type.Array(Type.Object({ key: OneOf(keys), from: Moment })),
    }),
    summary: 'What a change means and for how many, before it is saved; nothing is written',
  }),
  saveSetting: call('/base/project/save-setting.action', {
    allow,
    wholeProject: true,
    input: Type.Object({
      changes: Changes,
      /** Time at which it takes effect; immediately when left out. */
      effectiveFrom: Type.Optional(Moment),
      reason: FreeText(200),
      seen: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    }),
    output: Type.Object({
      /** The step; null where all of the change waits for a second person. */
      id: Nullable(Id),
      /** Proposals of what waits: one of another bank account, one of higher limits on one person. */
      proposals: Type.Array(Id),
    }),
    summary:
      'Changes settings, now or at a time to come; another bank account and higher limits on one person once a second person approves them',
  }),
  withdrawSetting: call('/base/project/withdraw-setting.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Withdraws a change whose time has not come, unless that loosens a limit on one person',
  }),
}
