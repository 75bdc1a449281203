import type { Bilingual, Language } from '../../../contract/refusal.ts'
import { systemReasonOf } from '../../../contract/systemReason.ts'
import type { Section } from './sections.ts'

const columnNames: Readonly<Record<string, Bilingual>> = {
  name: { zh: '姓名', en: 'Name' },
  mail: { zh: '邮箱', en: 'E-mail' },
  mailConfirmedAt: { zh: '邮箱确认时间', en: 'E-mail confirmed' },
  wechatName: { zh: '微信昵称', en: 'WeChat name' },
  what: { zh: '用途', en: 'Use' },
  picture: { zh: '图片', en: 'Picture' },
  roleName: { zh: '角色', en: 'Role' },
  own: { zh: '由本账号关联', en: 'Linked from this account' },
  partner: { zh: '平台', en: 'Platform' },
  externalId: { zh: '平台编号', en: 'Number there' },
  lastArrivalAt: { zh: '最近进入', en: 'Last arrival' },
  version: { zh: '版本', en: 'Version' },
  agreedAt: { zh: '同意时间', en: 'Agreed' },
  endedAt: { zh: '结束时间', en: 'Ended' },
  before: { zh: '更正前', en: 'Before' },
  after: { zh: '更正后', en: 'After' },
  decision: { zh: '审批意见', en: 'Decision' },
  decidedAt: { zh: '审批时间', en: 'Decided' },
  appliedAt: { zh: '执行时间', en: 'Applied' },
  text: { zh: '内容', en: 'Text' },
  readAt: { zh: '阅读时间', en: 'Read' },
  recipient: { zh: '接收方', en: 'Recipient' },
  sentAt: { zh: '发出时间', en: 'Sent' },
  confirmedAt: { zh: '确认时间', en: 'Confirmed' },
  bytes: { zh: '字节数', en: 'Bytes' },
  dueAt: { zh: '注销时间', en: 'Due' },
  cardNumber: { zh: '身份证号', en: 'ID number' },
  mobile: { zh: '手机号', en: 'Mobile number' },
  loginName: { zh: '登录名', en: 'Login name' },
  unitName: { zh: '单位', en: 'Organisation' },
  gender: { zh: '性别', en: 'Sex' },
  birthDate: { zh: '出生日期', en: 'Birth date' },
  nation: { zh: '民族', en: 'Ethnic group' },
  politicalStatus: { zh: '政治面貌', en: 'Political status' },
  education: { zh: '学历', en: 'Education' },
  degree: { zh: '学位', en: 'Degree' },
  titleLevel: { zh: '职称级别', en: 'Title level' },
  jobTitle: { zh: '职称', en: 'Job title' },
  personnelCategory: { zh: '人员类别', en: 'Personnel category' },
  schoolName: { zh: '毕业院校', en: 'School' },
  major: { zh: '专业', en: 'Major' },
  workPlace: { zh: '工作单位', en: 'Workplace' },
  workSince: { zh: '参加工作时间', en: 'Working since' },
  verifyStatus: { zh: '实名核验', en: 'Identity check' },
  createdAt: { zh: '创建时间', en: 'Created' },
  lastLoginAt: { zh: '上次登录', en: 'Last sign-in' },
  hasWechat: { zh: '已绑定微信', en: 'WeChat linked' },
  faceConsentAt: { zh: '人脸识别同意时间', en: 'Consent to face recognition' },
  year: { zh: '年度', en: 'Year' },
  classType: { zh: '班级类型', en: 'Class type' },
  status: { zh: '状态', en: 'Status' },
  progressPercent: { zh: '进度（%）', en: 'Progress (%)' },
  watchedSeconds: { zh: '已学秒数', en: 'Seconds studied' },
  examScore: { zh: '考试成绩', en: 'Exam score' },
  passedAt: { zh: '合格时间', en: 'Passed' },
  expiresAt: { zh: '到期时间', en: 'Expires' },
  attribute: { zh: '必修或选修', en: 'Required or elective' },
  hours: { zh: '学时', en: 'Hours' },
  source: { zh: '来源', en: 'Source' },
  title: { zh: '标题', en: 'Title' },
  event: { zh: '事件', en: 'Event' },
  reason: { zh: '原因', en: 'Reason' },
  className: { zh: '班级', en: 'Class' },
  countedSeconds: { zh: '计入秒数', en: 'Seconds counted' },
  seconds: { zh: '总秒数', en: 'Seconds in all' },
  completedAt: { zh: '完成时间', en: 'Completed' },
  updatedAt: { zh: '更新时间', en: 'Updated' },
  tries: { zh: '作答次数', en: 'Answers given' },
  wrong: { zh: '在错题本中', en: 'In the wrong-question book' },
  number: { zh: '编号', en: 'Number' },
  score: { zh: '得分', en: 'Score' },
  subject: { zh: '科目', en: 'Subject' },
  result: { zh: '结果', en: 'Result' },
  enteredAt: { zh: '录入时间', en: 'Entered' },
  appeal: { zh: '申诉理由', en: 'Appeal' },
  appealStatus: { zh: '申诉状态', en: 'Appeal status' },
  answer: { zh: '答复', en: 'Answer' },
  appealedAt: { zh: '提出时间', en: 'Appealed' },
  total: { zh: '总分', en: 'Out of' },
  passed: { zh: '是否合格', en: 'Passed' },
  startedAt: { zh: '开始时间', en: 'Started' },
  submittedAt: { zh: '交卷时间', en: 'Submitted' },
  answers: { zh: '作答', en: 'Answers' },
  kind: { zh: '类型', en: 'Kind' },
  holder: { zh: '证书内容', en: 'What it says' },
  issuedAt: { zh: '发证时间', en: 'Issued' },
  orderNo: { zh: '订单号', en: 'Order number' },
  ticketNo: { zh: '准考证号', en: 'Ticket number' },
  reviewedAt: { zh: '审核时间', en: 'Reviewed' },
  fileName: { zh: '文件', en: 'Files' },
  refundNo: { zh: '退款单号', en: 'Refund number' },
  yuan: { zh: '金额（元）', en: 'Amount (CNY)' },
  refundedYuan: { zh: '已退（元）', en: 'Refunded (CNY)' },
  channel: { zh: '方式', en: 'Channel' },
  paidAt: { zh: '付款时间', en: 'Paid' },
  classLeft: { zh: '原班级', en: 'Class left' },
  classJoined: { zh: '新班级', en: 'Class joined' },
  undoneAt: { zh: '撤销时间', en: 'Undone' },
  classes: { zh: '班级', en: 'Classes' },
  note: { zh: '说明', en: 'Note' },
  outcome: { zh: '处理结果', en: 'Outcome' },
  settledAt: { zh: '处理时间', en: 'Settled' },
  action: { zh: '操作', en: 'Action' },
  by: { zh: '操作人', en: 'By' },
  ip: { zh: 'IP 地址', en: 'IP address' },
  agent: { zh: '浏览器', en: 'Browser' },
}

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\x22': '&quot;',
}
const escaped = (text: string) => text.replace(/[&<>\x22]/g, (mark) => marks[mark]!)

const texts = {
  title: { zh: '我的数据', en: 'My data' },
  made: { zh: '生成时间', en: 'Made' },
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
  json: { zh: '下载机器可读的版本（JSON）', en: 'Download the machine-readable version (JSON)' },
  none: { zh: '没有记录', en: 'Nothing on record' },
} satisfies Record<string, Bilingual>

const style = `body{font:16px/1.6 sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1c2733}
table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid #c5ced8;padding:.3rem .6rem;
text-align:left;vertical-align:top}img{max-width:12rem}th{background:#f2f5f8;white-space:nowrap}`

/** A column's name; one without falls back to its key, so that nothing is left out. */
const titleOf = (key: string, language: Language) => columnNames[key]?.[language] ?? key

const times = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const isMoment = (value: unknown) =>
  value instanceof Date ||
  (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)$/.test(value))

/** A value as people read it: codes in words, times of China. */
function said(value: unknown, words: Section['words'][string] | undefined, language: Language): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return texts[value ? 'yes' : 'no'][language]
  if (isMoment(value)) return times.format(new Date(value as string))
  if (typeof value === 'string') {
    const reason = systemReasonOf(value)
    return words?.[value]?.[language] ?? reason?.[language === 'zh' ? 0 : 1] ?? value
  }
  if (typeof value !== 'object') return String(value)
  return 'zh' in value && 'en' in value
    ? String(value[language as keyof typeof value])
    : JSON.stringify(value)
}

function tableOf({ rows, words }: Section, language: Language): string {
  const keys = Object.keys(rows[0] ?? {})
  if (keys.length === 0) return `<p>${texts.none[language]}</p>`
  const cell = (tag: 'td' | 'th', text: string) => `<${tag}>${escaped(text)}</${tag}>`
  const value = (row: Section['rows'][number], key: string) =>
    key === 'picture'
      ? `<td><img alt="" src="${escaped(String(row[key]))}"></td>`
      : cell('td', said(row[key], words[key], language))
  const lines =
    rows.length === 1
      ? keys.map((key) => cell('th', titleOf(key, language)) + value(rows[0]!, key))
      : [
          keys.map((key) => cell('th', titleOf(key, language))).join(''),
          ...rows.map((row) => keys.map((key) => value(row, key)).join('')),
        ]
  return `<table>${lines.map((line) => `<tr>${line}</tr>`).join('')}</table>`
}

/** One page with every section as tables, and all of it again as JSON behind a link; it needs nothing from outside. */
export function documentOf(sections: readonly Section[], madeAt: string, language: Language): string {
  const json = JSON.stringify(
    { madeAt, ...Object.fromEntries(sections.map(({ title, rows }) => [title.en, rows])) },
    null,
    2,
  )
  const title = texts.title[language]
  const link = `data:application/json;base64,${Buffer.from(json).toString('base64')}`
  return (
    `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${style}</style><h1>${title}</h1>` +
    `<p>${texts.made[language]}: ${said(madeAt, undefined, language)}</p>` +
    `<p><a download="my-data.json" href="${link}">${texts.json[language]}</a></p>` +
    sections.map((section) => `<h2>${section.title[language]}</h2>${tableOf(section, language)}`).join('') +
    '</html>\n'
  )
}
