import type { Bilingual } from '../../../../contract/refusal.ts'
import type { EditedField, EditedNoun } from '../../../../server/revision.ts'
import type { ProjectInfo } from '../../contract.ts'
import type { ConfigKind } from '../../server/data.ts'
import type { PushConfig } from '../contract.ts'

const info: Readonly<Record<keyof ProjectInfo, EditedField>> = {
  organiser: { zh: '主办单位', en: 'Organiser' },
  phone: { zh: '咨询电话', en: 'Telephone' },
  email: { zh: '电子邮箱', en: 'E-mail' },
  address: { zh: '地址', en: 'Address' },
  serviceHours: { zh: '服务时间', en: 'Service hours' },
  icp: { zh: '备案号', en: 'Registration number' },
}
const push: Readonly<Record<keyof PushConfig, EditedField>> = {
  open: { zh: '开启推送', en: 'Push' },
  subjects: { zh: '推送内容', en: 'What is pushed', as: 'long' },
  classTypes: { zh: '推送的班级类型', en: 'Class types', as: 'long' },
  retries: { zh: '失败后重试次数', en: 'Tries after a failure' },
}

/** A project's configuration that is edited: its kind in the table, its name, and the names of its parts. */
export interface EditedConfig {
  kind: ConfigKind
  /** Name in the sentence that refuses a stale edit. */
  name: Bilingual
  fields: Readonly<Record<string, EditedField>>
}

export const infoEdits: EditedConfig = {
  kind: 'info',
  name: { zh: '联系方式与备案', en: 'Contact and registration' },
  fields: info,
}
export const pushEdits: EditedConfig = {
  kind: 'push',
  name: { zh: '数据推送', en: 'Push' },
  fields: push,
}

/** Changes an edit of a configuration may have made. */
export const configEdits = ({ kind, fields }: EditedConfig): EditedNoun => ({
  subjectKind: 'project',
  actions: [`project.${kind}`],
  fields,
})
