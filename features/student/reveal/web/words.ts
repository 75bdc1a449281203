import { words } from '../../../../web/words.ts'

export const useRevealWords = words(
  'reveal',
  {
    show: '查看完整',
    showCard: '查看完整证件号',
    showMobile: '查看完整手机号',
    showNumbers: '查看完整号码',
    numbers: '号码',
    commonReasons: '常用原因',
    ofCaller: '来电核身',
    ofCorrection: '资料更正',
    why: '查看原因',
    whyHint: '原因会与您的姓名一起记入操作日志',
    hide: '隐藏',
    shownFor: '{seconds} 秒后自动隐藏',
  },
  {
    show: 'Show in full',
    showCard: 'Show full ID number',
    showMobile: 'Show full mobile number',
    showNumbers: 'Show full numbers',
    numbers: 'Numbers',
    commonReasons: 'Common reasons',
    ofCaller: 'Caller identification',
    ofCorrection: 'Correction',
    why: 'Reason for viewing',
    whyHint: 'The reason is recorded in the operation log with your name',
    hide: 'Hide',
    shownFor: 'Hidden automatically in {seconds} s',
  },
)
