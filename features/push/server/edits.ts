import { hourUnitNames } from '../rules.ts'
import type { EditedNoun } from '../../../server/revision.ts'

/** The receiver of a project as it is edited. */
export const receiverEdits: EditedNoun = {
  subjectKind: 'project',
  actions: ['push.receiver'],
  fields: {
    address: { zh: '接收地址', en: 'Address' },
    hourUnit: {
      zh: '学时单位',
      en: 'Unit of hours',
      values: hourUnitNames,
    },
    fields: { zh: '推送字段', en: 'Fields', as: 'long' },
    secret: { zh: '签名密钥', en: 'Secret', as: 'long' },
  },
}
