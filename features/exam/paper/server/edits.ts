import type { EditedNoun } from '../../../../server/revision.ts'

/** Fields of a paper that an edit may have changed. */
export const paperEdits: EditedNoun = {
  subjectKind: 'paper',
  fields: {
    name: { zh: '试卷名称', en: 'Name' },
    typeId: { zh: '分类', en: 'Folder', as: 'long' },
    mode: {
      zh: '组卷方式',
      en: 'Paper type',
      values: {
        fixed: { zh: '固定试卷', en: 'fixed' },
        random: { zh: '随机试卷', en: 'random' },
        mixed: { zh: '混合试卷', en: 'mixed' },
      },
    },
    sections: { zh: '试卷内容', en: 'Sections', as: 'long' },
    total: { zh: '总分', en: 'Total score' },
    passScore: { zh: '及格分', en: 'Passing score' },
    minutes: { zh: '时长（分钟）', en: 'Minutes' },
    shuffleQuestions: { zh: '题目乱序', en: 'Shuffle questions' },
    shuffleOptions: { zh: '选项乱序', en: 'Shuffle options' },
  },
}
