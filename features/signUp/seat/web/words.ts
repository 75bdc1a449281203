import { words } from '../../../../web/words.ts'

/** Words of seats and tickets. */
export const useSeatWords = words(
  'seat',
  {
    downloadTicket: '下载准考证',
    ticketNo: '准考证号 {number}',
    checkIt: '核验',
    checkTitle: '核验准考证',
    valid: '准考证有效',
    invalid: '准考证已失效',
    noneSuch: '没有这张准考证',
    noneSuchHint: '请核对链接或重新扫码。',
    holder: '考生',
    assign: '安排座位',
    assignConfirm: '为“{name}”安排座位？',
    assignHint:
      '为所有报名成功、还没有座位的人员安排考场、座位和准考证号，之后他们可以下载准考证；座位不够时一个也不安排。',
    assigned: '已为 {people} 人安排 {seats} 个座位',
    noSeats: '还没有安排座位',
    subject: '科目',
    startsAt: '开考时间',
    room: '考场',
    seatNo: '座位号',
  },
  {
    downloadTicket: 'Download ticket',
    ticketNo: 'Ticket number {number}',
    checkIt: 'Check',
    checkTitle: 'Ticket check',
    valid: 'The ticket is valid',
    invalid: 'The ticket is no longer valid',
    noneSuch: 'There is no such ticket',
    noneSuchHint: 'Check the link or scan the code again.',
    holder: 'Holder',
    assign: 'Assign seats',
    assignConfirm: 'Assign the seats of “{name}”?',
    assignHint:
      'Everyone confirmed who has no seat yet gets room, seat and ticket number, and can then download the ticket; where seats are short nobody gets one.',
    assigned: '{seats} {seats|seat|seats} assigned to {people} {people|person|people}',
    noSeats: 'No seats are assigned yet',
    subject: 'Subject',
    startsAt: 'Starts',
    room: 'Room',
    seatNo: 'Seat number',
  },
)
