import { words } from '../../../web/words.ts'

/** Words of the look-up of tickets and scores. */
export const useTicketWords = words(
  'ticket',
  {
    lookUpTitle: '查询准考证和成绩',
    lookUpHint: '忘记密码也可以查：填写报名时的姓名和证件号。',
    lookUp: '查询',
    noTicket: '没有查到准考证。请核对姓名和证件号；报名成功并安排座位后才有准考证。',
    found: '查到 {count} 张准考证',
    ticketNo: '准考证号 {number}',
    wrongCard: '请填写完整的证件号',
  },
  {
    lookUpTitle: 'Find your ticket and scores',
    lookUpHint: 'Also without your password: enter the name and ID number you applied with.',
    lookUp: 'Search',
    noTicket:
      'No ticket was found. Check the name and the ID number; there is a ticket once the application is confirmed and seats are assigned.',
    found: '{count} {count|ticket|tickets} found',
    ticketNo: 'Ticket number {number}',
    wrongCard: 'Enter the ID number in full',
  },
)
