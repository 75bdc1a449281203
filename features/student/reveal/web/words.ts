import { words } from '../../../../web/words.ts'

export const useRevealWords = words(
  'reveal',
  {
    show: '查看完整',
    cardNumber: '证件号',
    mobileNumber: '手机号',
    card: '查看完整证件号',
    mobile: '查看完整手机号',
    why: '查看原因',
    whyHint: '原因会与您的姓名一起记入操作日志',
    hide: '隐藏',
    shownFor: '{seconds} 秒后自动隐藏',
  },
  {
    show: 'Show in full',
    cardNumber: 'ID number',
    mobileNumber: 'mobile number',
    card: 'Show full ID number',
    mobile: 'Show full mobile number',
    why: 'Reason for viewing',
    whyHint: 'The reason is recorded in the operation log with your name',
    hide: 'Hide',
    shownFor: 'Hidden automatically in {seconds} s',
  },
)
