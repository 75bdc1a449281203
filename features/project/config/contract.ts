import { type Static, Type } from 'typebox'
import { call, Moment, Nothing, Nullable, OneOf } from '../../../contract/call.ts'
import { ProjectInfo } from '../contract.ts'

/** Settings of the push of passed learning. The receiver's key stays with the system push config. */
export const PushConfig = Type.Object({
  open: Type.Boolean(),
  /** Facts that are pushed: a passed class, or hours as well. */
  subjects: Type.Array(OneOf(['pass', 'hours']), { uniqueItems: true, maxItems: 2 }),
  classTypes: Type.Array(Type.String({ maxLength: 40 }), { uniqueItems: true, maxItems: 12 }),
  /** Number of times a push that failed is tried again. */
  retries: Type.Integer({ minimum: 0, maximum: 20 }),
})
export type PushConfig = Static<typeof PushConfig>

const allow = '/project-manage/setting'
const Read = <T extends typeof ProjectInfo | typeof PushConfig>(content: T) =>
  Type.Object({ content, version: Type.Integer(), updatedAt: Nullable(Moment) })
const version = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'the version that was read' })

export const configCalls = {
  findPushConfig: call('/base/project-push-config/find.action', {
    allow,
    wholeProject: true,
    input: Type.Object({}),
    output: Read(PushConfig),
    summary: 'What the project pushes to other systems',
  }),
  savePushConfig: call('/base/project-push-config/save.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ content: PushConfig, version }),
    output: Nothing,
    summary: 'Changes what the project pushes',
  }),
  findInfoConfig: call('/base/project-info-config/find.action', {
    allow,
    wholeProject: true,
    input: Type.Object({}),
    output: Read(ProjectInfo),
    summary: 'The operator information in the footer',
  }),
  saveInfoConfig: call('/base/project-info-config/save.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ content: ProjectInfo, version }),
    output: Nothing,
    summary: 'Changes the footer',
  }),
}
