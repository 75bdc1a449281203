import type { EditedNoun } from '../../../server/revision.ts'
import { payModeNames } from '../rules.ts'

/** Fields of a unit class that an edit may have changed. */
export const unitClassEdits: EditedNoun = {
  subjectKind: 'unitClass',
  fields: {
    name: { zh: '名称', en: 'Name' },
    unitId: { zh: '单位', en: 'Unit', as: 'long' },
    classId: { zh: '班级', en: 'Class', as: 'long' },
    price: { zh: '每人价格', en: 'Price a head', as: 'fen' },
    signUpTo: { zh: '下单截止时间', en: 'Orders close', as: 'moment' },
    studyTo: { zh: '学习截止时间', en: 'Study ends', as: 'moment' },
    quota: { zh: '名额', en: 'Places' },
    payModes: { zh: '付款方式', en: 'Ways to pay', values: payModeNames },
  },
}
