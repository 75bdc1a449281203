import type { EditedNoun } from '../../../server/revision.ts'

/** Fields of a plan that an edit may have changed. */
export const planEdits: EditedNoun = {
  subjectKind: 'trainPlan',
  fields: {
    name: { zh: '名称', en: 'Name' },
    year: { zh: '年度', en: 'Year' },
    dueOn: { zh: '完成期限', en: 'Complete by' },
    hours: { zh: '要求学时', en: 'Hours asked for', as: 'long' },
    requiredClassIds: { zh: '必选班级', en: 'Required classes', as: 'long' },
    classIds: { zh: '可选班级', en: 'Classes to choose from', as: 'long' },
    personnelCategories: { zh: '适合人员', en: 'Intended for' },
    regions: { zh: '适用地区', en: 'Intended regions', as: 'long' },
    unitIds: { zh: '适用单位', en: 'Intended units', as: 'long' },
    introduction: { zh: '计划说明', en: 'Introduction', as: 'long' },
  },
}
