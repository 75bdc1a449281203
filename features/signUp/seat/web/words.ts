import { words } from '../../../../web/words.ts'

/** Words of seats and tickets. */
export const useSeatWords = words(
  'seat',
  {
    downloadTicket: '下载准考证',
    lookUpTitle: '查询准考证',
    lookUpHint: '忘记密码也可以查：填写报名时的姓名和证件号。',
    lookUp: '查询',
    noTicket: '没有查到准考证。请核对姓名和证件号；报名成功并安排座位后才有准考证。',
    found: '查到 {count} 张准考证',
    ticketNo: '准考证号 {number}',
    checkIt: '核验',
    wrongCard: '请填写完整的证件号',
    checkTitle: '核验准考证',
    valid: '准考证有效',
    invalid: '准考证已失效',
    noneSuch: '没有这张准考证',
    noneSuchHint: '请核对链接或重新扫码。',
    holder: '考生',
    toSignUps: '培训与考试报名',
  },
  {
    downloadTicket: 'Download ticket',
    lookUpTitle: 'Find your ticket',
    lookUpHint: 'Also without your password: enter the name and ID number you applied with.',
    lookUp: 'Find',
    noTicket:
      'No ticket was found. Check the name and the ID number; there is a ticket once the application is confirmed and seats are assigned.',
    found: '{count} {count|ticket|tickets} found',
    ticketNo: 'Ticket number {number}',
    checkIt: 'Check',
    wrongCard: 'Enter the ID number in full',
    checkTitle: 'Ticket check',
    valid: 'The ticket is valid',
    invalid: 'The ticket is no longer valid',
    noneSuch: 'There is no such ticket',
    noneSuchHint: 'Check the link or scan the code again.',
    holder: 'Holder',
    toSignUps: 'Trainings and exams',
  },
)
