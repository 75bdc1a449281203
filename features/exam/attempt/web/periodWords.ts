import { words } from '../../../../web/words.ts'

/** Apart from the words of the exam room, which a page that only names an end need not load. */
export const usePeriodWords = words(
  'exam/attempt/period',
  {
    always: '随时可考',
    until: '{to} 截止',
    chinaTime: '{time}（北京时间）',
  },
  {
    always: 'Any time',
    until: 'until {to}',
    chinaTime: '{time} (China time)',
  },
)
