import { words } from '../../../web/words.ts'

export const useJoinWords = words(
  'join',
  {
    join: '将这些人加入班级',
    class: '班级',
    hint: '免费的班级直接开通；需要付款的，请先为学员下单。已在班级里的不会重复。',
    classNeeded: '请选择班级',
    start: '加入',
    ofImport: '只显示这次导入的学员',
    showAll: '显示全部学员',
    imported: '这次导入的学员',
  },
  {
    join: 'Add these learners to a class',
    class: 'Class',
    hint: 'Free classes open at once; for a class with a price, place an order first. Learners already in the class are not duplicated.',
    classNeeded: 'Choose a class',
    start: 'Add',
    ofImport: 'Only the learners of this import are shown',
    showAll: 'Show all learners',
    imported: 'learners of this import',
  },
)
