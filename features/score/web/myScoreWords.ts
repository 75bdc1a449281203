import { words } from '../../../web/words.ts'

/** Words of a person's own scores. */
export const useMyScoreWords = words(
  'myScore',
  {
    pointsOf: '{points} 分（满分 {full}，合格线 {pass}）',
    pointsShort: '{points} 分（满分 {full}）',
    appeal: '申诉',
    appealTitle: '申诉“{name}”的成绩',
    appealHint: '请写明理由。每个科目只能申诉一次，提交后不能修改。',
    appealReason: '申诉理由',
    appealTooShort: '至少 4 个字',
    appealSent: '申诉已提交，答复后会通知您',
    appealUntil: '可在 {time} 前申诉',
    appeal_open: '申诉处理中',
    appeal_upheld: '申诉成立，成绩已更正',
    appeal_rejected: '申诉不成立：{answer}',
    appeal_ended: '申诉已终止',
  },
  {
    pointsOf: '{points} of {full} points, {pass} to pass',
    pointsShort: '{points} of {full} points',
    appeal: 'Appeal',
    appealTitle: 'Appeal about “{name}”',
    appealHint:
      'Give your reason. There is one appeal for a subject, and it cannot be changed once it is sent.',
    appealReason: 'Reason of the appeal',
    appealTooShort: 'At least 4 characters',
    appealSent: 'Appeal sent; you will be told the answer',
    appealUntil: 'Appeals until {time}',
    appeal_open: 'Appeal under review',
    appeal_upheld: 'Appeal upheld, score corrected',
    appeal_rejected: 'Appeal rejected: {answer}',
    appeal_ended: 'Appeal ended',
  },
)
