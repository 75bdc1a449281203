import { words } from '../../../../web/words.ts'

export const useRevealWords = words(
  'reveal',
  {
    show: '查看完整',
    card: '查看完整证件号',
    mobile: '查看完整手机号',
    why: '查看原因',
    whyHint: '原因会与您的姓名一起记入操作日志',
    hide: '隐藏',
    shownFor: '{seconds} 秒后自动隐藏',
  },
  {
    show: 'Show in full',
    card: 'Show the ID number in full',
    mobile: 'Show the mobile number in full',
    why: 'Reason',
    whyHint: 'It is kept in the operation log beside your name',
    hide: 'Hide',
    shownFor: 'Hidden again in {seconds} s',
  },
)
