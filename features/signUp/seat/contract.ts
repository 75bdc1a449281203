import { type Static, Type } from 'typebox'
import { call, Id, Named, Nothing, Nullable, Text } from '../../../contract/call.ts'
import { exportOf } from '../../../contract/exporting.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { Seat } from '../application/contract.ts'
import { signUpPages } from '../rules.ts'

const { exam } = signUpPages

export const seatRefusals = refusals({
  notExam: { code: 409, zh: '只有考试报名才安排座位', en: 'Seats are assigned for exams alone' },
  nobody: {
    code: 409,
    zh: '“{name}”没有需要安排座位的人员',
    en: 'Nobody of “{name}” needs a seat',
  },
  tooFew: {
    code: 409,
    zh: '“{name}”还差 {count} 个座位，没有安排；请先增加考场或座位',
    en: '“{name}” is {count} {count|seat|seats} short, and none was assigned; add rooms or seats first',
  },
  blocked: {
    code: 409,
    zh: '{person}报考的“{subject}”没有可以参加的场次：没有安排场次，场次已经结束，或与其他科目时间冲突；没有安排任何座位',
    en: '{person} can sit “{subject}” in no session: it has none, they are over, or its times clash with another subject; no seat was assigned',
  },
  noTicket: {
    code: 409,
    zh: '还没有准考证：报名成功并安排座位后才能下载',
    en: 'There is no ticket yet: it can be downloaded once the application is confirmed and seats are assigned',
  },
  cannotPrint: {
    code: -1,
    zh: '准考证上有暂时无法排印的字：{letters}。我们会补充字体，请联系客服',
    en: 'The ticket contains characters we cannot print yet: {letters}. Please contact support',
  },
})

/** A seat of a session with who sits there. */
export const SeatRow = Named('Seat', {
  id: Id,
  applicationId: Id,
  ...Seat.properties,
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  ticketNo: Type.String(),
})
export type SeatRow = Static<typeof SeatRow>

/** A ticket as somebody checks it: whose it is, masked, and whether it is valid. */
export const CheckedTicket = Type.Object({
  valid: Type.Boolean(),
  ticketNo: Type.String(),
  signUpTitle: Type.String(),
  /** Masked but for the family name. */
  holder: Type.String(),
  seats: Type.Array(Seat),
})
export type CheckedTicket = Static<typeof CheckedTicket>

export const seatCalls = {
  assign: call('/base/cms-apply/assign-seats.action', {
    allow: `${exam}#seat`,
    wholeProject: true,
    input: Type.Object({ signUpId: Id }),
    output: Type.Object({ people: Type.Integer(), seats: Type.Integer() }),
    summary:
      'Assigns rooms, seats and ticket numbers to all confirmed applicants of an exam who have none yet; all of them or nobody',
  }),
  findSeats: call('/base/cms-apply/find-seats.action', {
    allow: exam,
    input: Paging(
      { signUpId: Id, subjectId: Type.Optional(Id), room: Type.Optional(Text(60)) },
      { sort: ['subjectName', 'startsAt', 'room', 'seatNo', 'realName', 'unitName', 'ticketNo'] },
    ),
    output: PageOf(SeatRow),
    summary: 'Seats of an exam by session, room and number, with who sits there',
  }),
  downloadTicket: call('/api/sign-up/download-ticket.action', {
    allow: ['learner', exam],
    method: 'GET',
    reply: 'file',
    perMinute: 60,
    viewable: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'The ticket of an application as PDF: one’s own, or in the back office one in scope',
  }),
  check: call('/api/sign-up/check-ticket.action', {
    allow: 'public',
    viewable: true,
    perMinute: 120,
    input: Type.Object({ code: Text(64, 8) }),
    output: Nullable(CheckedTicket),
    summary: 'Whether a ticket is valid, by the code on it; null for one that is none',
  }),
}

export const seatExports = {
  exportSeats: exportOf(seatCalls.findSeats, '/base/cms-apply/export-seats.action', {
    title: { zh: '座次表', en: 'Seating' },
    needs: 'signUpId',
  }),
}
