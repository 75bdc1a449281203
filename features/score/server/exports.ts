import { exported } from '../../../server/exporting.ts'
import { scoreExports } from '../contract.ts'
import { appealLifecycle, scoreKindNames, scoreResultNames, scoreSourceNames } from '../rules.ts'

/** The sheets of scores and of appeals. */
export const scoreExportList = [
  exported(scoreExports.exportScores, [
    { title: { zh: '姓名', en: 'Name' }, value: (row) => row.realName },
    {
      title: { zh: '证件号', en: 'ID number' },
      width: 22,
      value: (row) => row.cardMask,
      number: { kind: 'card', of: (row) => row.accountId },
    },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    { title: { zh: '准考证号', en: 'Ticket number' }, width: 18, value: (row) => row.ticketNo },
    { title: { zh: '考试', en: 'Exam' }, width: 40, value: (row) => row.title },
    { title: { zh: '类型', en: 'Type' }, width: 14, value: (row) => scoreKindNames[row.kind] },
    { title: { zh: '科目或班级', en: 'Subject or class' }, width: 30, value: (row) => row.subjectName },
    { title: { zh: '成绩', en: 'Score' }, format: 'number', width: 10, value: (row) => row.points },
    { title: { zh: '总分', en: 'Full score' }, format: 'number', width: 10, value: (row) => row.fullScore },
    { title: { zh: '合格线', en: 'To pass' }, format: 'number', width: 10, value: (row) => row.passScore },
    { title: { zh: '结果', en: 'Result' }, value: (row) => scoreResultNames[row.result] },
    { title: { zh: '来源', en: 'Source' }, value: (row) => scoreSourceNames[row.source] },
    {
      title: { zh: '发布时间', en: 'Published' },
      format: 'moment',
      width: 18,
      value: (row) => row.publishAt,
    },
    { title: { zh: '录入时间', en: 'Entered' }, format: 'moment', width: 18, value: (row) => row.enteredAt },
  ]),
  exported(scoreExports.exportAppeals, [
    { title: { zh: '姓名', en: 'Name' }, value: (row) => row.realName },
    { title: { zh: '单位', en: 'Unit' }, width: 30, value: (row) => row.unitName },
    { title: { zh: '准考证号', en: 'Ticket number' }, width: 18, value: (row) => row.ticketNo },
    { title: { zh: '考试', en: 'Exam' }, width: 40, value: (row) => row.title },
    { title: { zh: '科目', en: 'Subject' }, width: 30, value: (row) => row.subjectName },
    { title: { zh: '成绩', en: 'Score' }, format: 'number', width: 10, value: (row) => row.points },
    { title: { zh: '状态', en: 'Status' }, value: (row) => appealLifecycle.stateName(row.state) },
    { title: { zh: '申诉理由', en: 'Reason of the appeal' }, width: 40, value: (row) => row.reason },
    { title: { zh: '答复', en: 'Answer' }, width: 40, value: (row) => row.answer },
    { title: { zh: '答复人', en: 'Answered by' }, value: (row) => row.answeredBy },
    {
      title: { zh: '答复时间', en: 'Answered' },
      format: 'moment',
      width: 18,
      value: (row) => row.answeredAt,
    },
    {
      title: { zh: '提出时间', en: 'Appealed' },
      format: 'moment',
      width: 18,
      value: (row) => row.appealedAt,
    },
  ]),
]
