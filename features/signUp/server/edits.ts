import type { EditedNoun } from '../../../server/revision.ts'
import { signUpKindNames } from '../rules.ts'

/** Fields of a sign-up that an edit may have changed. */
export const signUpEdits: EditedNoun = {
  subjectKind: 'signUp',
  fields: {
    kind: { zh: '类型', en: 'Kind', values: signUpKindNames },
    title: { zh: '名称', en: 'Title' },
    opensAt: { zh: '报名开始', en: 'Opens', as: 'moment' },
    closesAt: { zh: '报名截止', en: 'Closes', as: 'moment' },
    quota: { zh: '名额', en: 'Places' },
    fee: { zh: '费用', en: 'Fee', as: 'fen' },
    personnelCategories: { zh: '适合人员', en: 'Intended for' },
    regions: { zh: '适用地区', en: 'Intended regions', as: 'long' },
    unitIds: { zh: '适用单位', en: 'Intended units', as: 'long' },
    fields: { zh: '报名表', en: 'Form', as: 'long' },
    subjects: { zh: '科目与场次', en: 'Subjects and sessions', as: 'long' },
    introduction: { zh: '报名说明', en: 'Introduction', as: 'long' },
  },
}
