import { type Static, Type } from 'typebox'
import { call, Nullable, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { type ProfileKey, profileFields } from './rules.ts'

export const registerConfigRefusals = /* @__PURE__ */ refusals({
  changedMeanwhile: {
    code: 409,
    zh: '别人刚刚修改过注册项，请重新打开后再改',
    en: 'Someone has just changed the registration fields; reopen them and make your change again',
  },
  fixed: {
    code: 422,
    zh: '“{name}”必须保留并且必填：没有它就认不出学员是谁',
    en: '“{name}” must be kept and required: learners are identified by it',
  },
  twice: { code: 422, zh: '“{name}”出现了两次', en: '“{name}” appears twice' },
})

const keys = profileFields.map((field) => field.key) as ProfileKey[]

export const RegisterField = Type.Object({ key: OneOf(keys), required: Type.Boolean() })

/** A field as the setting page shows it. */
const CountedField = Type.Object({
  key: OneOf(keys),
  /** Null for a field that is not shown. */
  required: Nullable(Type.Boolean()),
  /** Active learners whose profile does not hold it: those who would have to complete it. */
  lacking: Type.Integer(),
})
export type CountedField = Static<typeof CountedField>

const allow = '/project-manage/setting'

export const registerConfigCalls = {
  checkNeedGoMajor: call('/base/project/check-need-go-major.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({}),
    output: Type.Object({
      need: Type.Boolean(),
      /** Published classes intended only for some professional groups. */
      classes: Type.Integer(),
    }),
    summary: 'Whether a learner has yet to say their professional group before classes can fit it',
  }),
  listRegisterConfig: call('/base/project-register-config/list.action', {
    allow,
    wholeProject: true,
    input: Type.Object({}),
    output: Type.Object({
      version: Type.Integer(),
      learners: Type.Integer(),
      /** The shown ones in their order, then the others. */
      fields: Type.Array(CountedField),
    }),
    summary: 'The fields the project requires of its learners, with how many learners lack each',
  }),
  updateRegisterConfig: call('/base/project-register-config/update.action', {
    allow,
    wholeProject: true,
    input: Type.Object({
      version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'the version that was read' }),
      fields: Type.Array(RegisterField, { minItems: 1, maxItems: keys.length }),
    }),
    output: Type.Object({ version: Type.Integer() }),
    summary:
      'Changes the required fields and their order; the register pages, completeness and imports follow',
  }),
}
