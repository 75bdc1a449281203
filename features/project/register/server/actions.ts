import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { badInput } from '../../../../server/input.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { listEntries } from '../../../dictionary/server/actions.ts'
import { registerConfigRefusals } from '../contract.ts'
import {
  type FieldFault,
  fieldFault,
  fixedFields,
  profileField,
  type ProfileKey,
  type RegisterField,
  registerFieldsOf,
} from '../rules.ts'
import { findStored } from './data.ts'

/** The fields a project requires of its learners, in order. */
export async function findRegisterFields(db: Db, projectId: string): Promise<RegisterField[]> {
  return registerFieldsOf((await findStored(db, projectId)).fields)
}

/** Changes the fields a project requires of its learners; refuses (409) when somebody else has since it was read. */
export async function updateRegisterFields(
  tx: Tx,
  session: ProjectSession,
  given: { version: number; fields: RegisterField[] },
): Promise<{ version: number }> {
  const keys = given.fields.map((field) => field.key)
  const twice = keys.find((key, i) => keys.indexOf(key) !== i)
  if (twice) refuse(registerConfigRefusals.twice, { name: profileField(twice).name[0] }, 'fields')
  const loose = fixedFields.find((key) => !given.fields.some((field) => field.key === key && field.required))
  if (loose) refuse(registerConfigRefusals.fixed, { name: profileField(loose).name[0] }, 'fields')
  const before = await findStored(tx, session.projectId, true)
  if (before.version !== given.version) refuse(registerConfigRefusals.changedMeanwhile)
  await tx`
    update projects set register_fields = ${tx.json(given.fields as never)}, register_version = register_version + 1
    where id = ${session.projectId}`
  await audit(tx, {
    by: session,
    action: 'project.registerConfig',
    subjectKind: 'project',
    subjectId: session.projectId,
    before: { fields: registerFieldsOf(before.fields) },
    after: { fields: given.fields },
  })
  return { version: before.version + 1 }
}

const faultWords: Record<FieldFault, { zh: string; en: string }> = {
  needed: { zh: '必须填写', en: 'is required' },
  name: { zh: '至少 2 个字', en: 'needs at least 2 characters' },
  card: { zh: '身份证号不正确，请核对', en: 'is not a valid ID card number' },
  mobile: { zh: '应为 11 位手机号', en: 'must be an 11-digit mobile number' },
  text: { zh: '太长了', en: 'is too long' },
  date: { zh: '应为日期，如 2015-07-01', en: 'must be a date, such as 2015-07-01' },
  choice: { zh: '不在可选范围内，请重新选择', en: 'is not one of the choices; choose again' },
}

/** Fields a learner wrote of themselves. */
export type Profile = { [K in ProfileKey]?: string | undefined }

/** Refuses (422, the field named) what is missing, badly formed or on no list of the project. */
export async function assertProfile(
  db: Db,
  projectId: string,
  fields: readonly RegisterField[],
  profile: Profile,
): Promise<void> {
  const lists = fields.map((field) => profileField(field.key).list).filter((list) => list !== undefined)
  const entries = lists.length > 0 ? await listEntries(db, projectId, lists) : []
  for (const field of fields) {
    const { list } = profileField(field.key)
    const codes = list && new Set(entries.filter((entry) => entry.kind === list).map((entry) => entry.code))
    const fault = fieldFault(field, profile[field.key], codes)
    if (fault) throw badInput(field.key, faultWords[fault])
  }
}
