import { FreeText, Name, PersonName, Text } from '../../../contract/call.ts'
import type { Bilingual } from '../../../contract/refusal.ts'
import { cellProblems } from '../../import/cell/rules.ts'
import type { ImportColumn, ProblemTable } from '../../import/rules.ts'

const cell = { required: true, plain: true } as const
const classNote = {
  zh: '班级编号，或班级的全称',
  en: 'the code of the class, or its full name',
}

/** Columns of a file of transfers. */
export const transferColumns: ImportColumn[] = [
  {
    ...cell,
    key: 'realName',
    title: { zh: '姓名', en: 'Name' },
    otherTitles: ['学员姓名', '员工姓名', 'Full name'],
    kind: 'text',
    check: PersonName,
    examples: ['张小明', '李芳'].map((zh) => ({ zh, en: zh })),
    width: 16,
  },
  {
    ...cell,
    key: 'cardNumber',
    title: { zh: '证件号', en: 'ID number' },
    otherTitles: ['身份证号', '身份证号码', '证件号码', '身份证', 'ID card'],
    kind: 'card',
    check: Text(18),
    note: {
      zh: '18 位，这一列已设为文本，请不要改成数字',
      en: '18 characters; the column is text, do not turn it into a number',
    },
    examples: ['11010119900307002X', '110101198506150027'].map((zh) => ({ zh, en: zh })),
    width: 24,
  },
  {
    ...cell,
    key: 'fromClass',
    title: { zh: '原班级', en: 'From class' },
    otherTitles: ['现班级', '原班级编号', '原班级名称'],
    kind: 'text',
    check: Name(120),
    required: false,
    note: {
      zh: `${classNote.zh}；学员只在学一个班级时可以留空`,
      en: `${classNote.en}; may be left empty for learners who study in one class only`,
    },
    examples: [
      { zh: 'GX2026-01', en: 'GX2026-01' },
      { zh: '', en: '' },
    ],
    width: 30,
  },
  {
    ...cell,
    key: 'toClass',
    title: { zh: '新班级', en: 'To class' },
    otherTitles: ['目标班级', '新班级编号', '新班级名称'],
    kind: 'text',
    check: Name(120),
    note: classNote,
    examples: ['GX2026-02', 'GX2026-02'].map((zh) => ({ zh, en: zh })),
    width: 30,
  },
  {
    ...cell,
    key: 'reason',
    title: { zh: '转班原因', en: 'Transfer reason' },
    otherTitles: ['备注', 'Note'],
    kind: 'text',
    check: FreeText(200, 2),
    examples: [
      { zh: '报错班级', en: 'Joined the wrong class' },
      { zh: '换岗', en: 'Changed post' },
    ],
    width: 30,
  },
]

/** Parts of what a good row does: what is carried, how far the learner is, and what the class costs more or less. */
export const transferEffect = {
  carried: {
    zh: '带入 {videos} 个视频，{time}',
    en: '{videos} {videos|video|videos} carried, {time}',
  },
  carriedNone: { zh: '没有相同的视频', en: 'no shared videos' },
  progress: { zh: '进度 {before}% → {after}%', en: 'progress {before}% → {after}%' },
  price: { zh: '差价 ¥{price}', en: 'price difference ¥{price}' },
  score: { zh: '考试成绩留在原班级', en: 'the exam score stays with the former class' },
} satisfies Record<string, Bilingual>

/** Problems of a row: of its cells, and of what they name. */
export const transferProblems = {
  ...cellProblems,
  unknownLearner: {
    zh: '没有这个证件号的学员，或不在您的管理范围',
    en: 'no learner has this ID, or the learner is outside your scope',
    fix: { zh: '核对证件号', en: 'check the ID number' },
  },
  otherName: {
    zh: '与这个证件号已登记的姓名不同',
    en: 'is not the name on record for this ID',
    fix: { zh: '核对姓名和证件号', en: 'check name and ID number' },
  },
  unknownClass: {
    zh: '没有叫“{name}”的班级',
    en: 'no class is called “{name}”',
    fix: { zh: '从班级列表复制编号', en: 'copy the code from the list of classes' },
  },
  manyClasses: {
    zh: '有 {count} 个班级叫“{name}”',
    en: '{count} classes are called “{name}”',
    fix: { zh: '改写班级编号', en: 'enter the code of the class instead' },
  },
  notIn: {
    zh: '这名学员不在“{name}”',
    en: 'the learner is not in “{name}”',
    fix: { zh: '核对原班级，或留空', en: 'check the class, or leave it empty' },
  },
  inNone: {
    zh: '这名学员没有在学的班级',
    en: 'the learner studies in no class',
    fix: { zh: '删除这一行', en: 'delete this row' },
  },
  inMany: {
    zh: '这名学员在学 {count} 个班级',
    en: 'the learner studies in {count} classes',
    fix: { zh: '填写原班级', en: 'enter the class to be left' },
  },
  sameLearner: {
    zh: '与第 {row} 行是同一名学员、同一个原班级',
    en: 'is the same learner and class as row {row}',
    fix: { zh: '删除其中一行', en: 'delete one of the two rows' },
  },
} satisfies ProblemTable
