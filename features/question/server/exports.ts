import { exported } from '../../../server/exporting.ts'
import { type Difficulty, questionExports, type QuestionType } from '../contract.ts'

const types: Readonly<Record<QuestionType, { zh: string; en: string }>> = {
  single: { zh: '单选题', en: 'Single choice' },
  multiple: { zh: '多选题', en: 'Multiple choice' },
  judge: { zh: '判断题', en: 'True or false' },
  blank: { zh: '填空题', en: 'Fill in the blank' },
  essay: { zh: '问答题', en: 'Essay' },
  case: { zh: '材料题', en: 'Case' },
}
const levels: Readonly<Record<Difficulty, { zh: string; en: string }>> = {
  easy: { zh: '易', en: 'Easy' },
  medium: { zh: '中', en: 'Medium' },
  hard: { zh: '难', en: 'Hard' },
}
const states = { active: { zh: '启用', en: 'Enabled' }, disabled: { zh: '停用', en: 'Disabled' } }

/** The sheet of questions, without their answers: it is for counting and reviewing, and leaves the product. */
export const questionExportList = [
  exported(questionExports.exportQuestionList, [
    {
      title: { zh: '题目', en: 'Question' },
      width: 60,
      value: ({ content }) => content.material || content.parts[0]!.stem,
    },
    { title: { zh: '题型', en: 'Type' }, value: (row) => types[row.type] },
    { title: { zh: '难度', en: 'Difficulty' }, value: (row) => levels[row.difficulty] },
    { title: { zh: '分类', en: 'Category' }, value: (row) => row.category },
    { title: { zh: '题库', en: 'Bank' }, width: 24, value: (row) => row.bankName },
    { title: { zh: '分值', en: 'Points' }, format: 'number', value: (row) => row.score },
    { title: { zh: '状态', en: 'Status' }, value: (row) => states[row.status] },
    { title: { zh: '更新', en: 'Updated' }, format: 'moment', width: 18, value: (row) => row.updatedAt },
  ]),
]
