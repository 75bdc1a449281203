import { words } from '../../../../web/words.ts'

export const useBankWords = words(
  'bank',
  {
    banks: '题库',
    all: '全部题目',
    create: '新建题库',
    rename: '编辑题库',
    deleteConfirm: '删除题库“{name}”？',
    deleteHint: '其中的 {count} 道题会一起删除，不能恢复。请输入题库名称确认：',
    deleteEmpty: '题库里没有题目。',
    deleteName: '请输入“{name}”',
    deleted: '已删除题库“{name}”',
    practice: '学员可以练习',
    practiceHint: '打开后学员能练习并看到答案和解析；只用于考试的题库请不要打开',
    practised: '可练习',
    search: '查找题库',
    none: '还没有题库',
    noneHint: '先建一个题库，再新建或导入题目',
    noMatch: '没有叫“{keyword}”的题库',
  },
  {
    banks: 'Banks',
    all: 'All questions',
    create: 'New bank',
    rename: 'Edit bank',
    deleteConfirm: 'Delete bank “{name}”?',
    deleteHint:
      'Its {count} {count|question is|questions are} deleted too and cannot be restored. Type the bank’s name to confirm:',
    deleteEmpty: 'The bank has no questions.',
    deleteName: 'Type “{name}”',
    deleted: 'Bank “{name}” deleted',
    practice: 'Available for practice',
    practiceHint:
      'Learners can practise and see answers and explanations; leave this off for banks used only in exams',
    practised: 'Practice',
    search: 'Search banks',
    none: 'No banks yet',
    noneHint: 'Create a bank first, then create or import questions',
    noMatch: 'No bank named “{keyword}”',
  },
)
