import { Name, Normalized, PersonName, Text } from '../../../contract/call.ts'
import { cellProblems } from '../../import/cell/rules.ts'
import { type ImportColumn, problemsOf, type ProblemTable } from '../../import/rules.ts'

const cell = { required: true, plain: true, kind: 'text' } as const
const alike = (...texts: string[]) => texts.map((text) => ({ zh: text, en: text }))

/** Columns of a sheet of scores. */
export const scoreColumns: ImportColumn[] = [
  {
    ...cell,
    key: 'ticketNo',
    title: { zh: '准考证号', en: 'Ticket number' },
    otherTitles: ['准考证', '考号', 'Ticket no.'],
    check: Normalized('code', 20, 1),
    examples: alike('2026000001', '2026000002'),
    width: 18,
  },
  {
    ...cell,
    key: 'realName',
    title: { zh: '姓名', en: 'Name' },
    otherTitles: ['考生姓名', 'Full name'],
    check: PersonName,
    examples: alike('张小明', '李芳'),
    width: 16,
  },
  {
    ...cell,
    key: 'subject',
    title: { zh: '科目', en: 'Subject' },
    otherTitles: ['科目名称', '考试科目', '科目或班级', 'Subject or class'],
    check: Name(80),
    note: { zh: '与报名中的科目名称一致', en: 'as it is called in the sign-up' },
    examples: [
      { zh: '综合知识', en: 'General knowledge' },
      { zh: '综合知识', en: 'General knowledge' },
    ],
    width: 30,
  },
  {
    ...cell,
    key: 'points',
    title: { zh: '成绩', en: 'Score' },
    otherTitles: ['分数', '得分', 'Points'],
    check: Text(10),
    note: {
      zh: '0 到科目总分，可以有 0.5 分；缺考填“缺考”',
      en: 'from 0 to the full score of the subject, in halves; “absent” for who was not there',
    },
    examples: [
      { zh: '85.5', en: '85.5' },
      { zh: '缺考', en: 'absent' },
    ],
    width: 12,
  },
]

/** Problems of a row: of its cells, and of what they name. */
export const rowProblems = {
  ...cellProblems,
  notScore: {
    zh: '不是成绩',
    en: 'is not a score',
    fix: { zh: '填数字，或“缺考”', en: 'enter a number, or “absent”' },
  },
  outOfRange: {
    zh: '成绩应在 0 到 {most} 分之间，且是 0.5 的倍数',
    en: 'must be between 0 and {most}, a multiple of 0.5',
    fix: { zh: '核对成绩', en: 'check the score' },
  },
  unknownTicket: {
    zh: '这次考试没有这个准考证号',
    en: 'nobody of this exam has this ticket number',
    fix: { zh: '对照座次表核对', en: 'compare it with the seating' },
  },
  ownScore: {
    zh: '这是您本人的准考证号',
    en: 'is your own ticket',
    fix: { zh: '由其他同事导入这一行', en: 'have a colleague import this row' },
  },
  otherName: {
    zh: '与这个准考证号登记的姓名不同',
    en: 'is not the name on record for this ticket',
    fix: { zh: '核对姓名和准考证号', en: 'check the name and the ticket number' },
  },
  notConfirmed: {
    zh: '这个人的报名没有成功或已取消',
    en: 'the application of this person is not confirmed, or has ended',
    fix: { zh: '删除这一行', en: 'delete this row' },
  },
  noSuchSubject: {
    zh: '这次考试没有这个科目',
    en: 'is not a subject of this exam',
    fix: { zh: '填报名中的科目名称', en: 'enter the subject as the sign-up calls it' },
  },
  noSeat: {
    zh: '这个人没有这个科目的座位',
    en: 'this person has no seat in this subject',
    fix: { zh: '核对科目', en: 'check the subject' },
  },
  notOver: {
    zh: '这个人这个科目的场次还没有结束',
    en: 'the session of this person in this subject is not over yet',
    fix: { zh: '考完再导入', en: 'import it once the session is over' },
  },
  hasScore: {
    zh: '已有成绩 {score}，导入不会修改',
    en: 'has the score {score} already, which no import changes',
    fix: { zh: '在成绩列表提出更正', en: 'propose a correction in the list of scores' },
  },
  wasDeleted: {
    zh: '成绩已由两人删除，导入不能恢复',
    en: 'had a score that two persons deleted, which no import enters again',
    fix: {
      zh: '在成绩列表按“已删除”筛选，提出更正',
      en: 'filter the list of scores by “Deleted” and propose a correction',
    },
  },
  twice: {
    zh: '与第 {row} 行是同一个人的同一科目',
    en: 'is the same person and subject as row {row}',
    fix: { zh: '删除其中一行', en: 'delete one of the two rows' },
  },
} satisfies ProblemTable

const absence = ['缺考', 'absent']

/**
 * Returns what a cell says: points, null for a person who was absent, undefined for neither. Full-width digits are digits.
 */
export function readPoints(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  if (absence.includes(plain)) return null
  return /^\d{1,4}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}

export const rowProblem = problemsOf(rowProblems)
