import type { EditedNoun } from '../../../../server/revision.ts'

/** Fields of a certificate template that an edit may have changed. */
export const templateEdits: EditedNoun = {
  subjectKind: 'certificateTemplate',
  fields: {
    name: { zh: '模板名称', en: 'Name' },
    kind: {
      zh: '类型',
      en: 'Type',
      values: {
        class: { zh: '班级证书', en: 'class certificate' },
        year: { zh: '年度证书', en: 'year certificate' },
        skill: { zh: '技能证书', en: 'skill certificate' },
      },
    },
    numbering: { zh: '编号规则', en: 'Numbering' },
    design: { zh: '版面', en: 'Layout', as: 'long' },
  },
}
