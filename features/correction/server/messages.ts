import { messageKind } from '../../../contract/message.ts'

/** Message that a learner's record was corrected. */
export const correctionApplied = messageKind({
  code: 'correction.applied',
  group: 'notice',
  params: {
    what: {
      identity: { zh: '身份信息', en: 'Identity' },
      unit: { zh: '所属单位', en: 'Organisation' },
      hours: { zh: '学时', en: 'Hours' },
      score: { zh: '考试成绩', en: 'Exam score' },
      pass: { zh: '合格状态', en: 'Pass' },
    },
  },
  names: { what: { zh: '更正内容', en: 'what was corrected' } },
  title: { zh: '数据更正已生效', en: 'A correction was approved' },
  text: {
    zh: '您的{what}已按批准的更正修改，请核对；如有疑问请联系管理员。',
    en: '{what}: your record was changed by an approved correction. Please check it, and contact an administrator if it is wrong.',
  },
  way: '/my',
})
