import { words } from '../../../web/words.ts'

export const useQuestionImportWords = words(
  'question-import',
  {
    questions: '题目',
    into: '导入到题库',
    intoHint: '题库里已有的题不会重复导入；材料相同的行合成一道材料题',
    chooseBank: '选择题库',
    chooseFirst: '请先选择题库',
    noBank: '还没有题库，请先关闭这里，新建一个题库',
    view: '查看题库',
  },
  {
    questions: 'questions',
    into: 'Into the bank',
    intoHint:
      'Questions already in the bank are not imported again; rows with the same material are combined into one case question',
    chooseBank: 'Select a bank',
    chooseFirst: 'Select a bank first',
    noBank: 'There are no banks yet; close this and create one first',
    view: 'View bank',
  },
)
