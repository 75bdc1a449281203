import { messageKind } from '../../../../contract/message.ts'

/** Seats of an exam were assigned to an applicant: the first of them, and how many there are. */
export const seatsAssigned = messageKind({
  code: 'signUp.seats',
  group: 'notice',
  params: {
    applicationId: 'id',
    title: 'text',
    subject: 'text',
    at: 'moment',
    room: 'text',
    seat: 'count',
    count: 'count',
  },
  names: {
    title: { zh: '报名名称', en: 'sign-up' },
    subject: { zh: '第一场的科目', en: 'first subject' },
    at: { zh: '第一场的时间', en: 'its time' },
    room: { zh: '考场', en: 'room' },
    seat: { zh: '座位号', en: 'seat' },
    count: { zh: '场数', en: 'number of seats' },
  },
  title: { zh: '座位已安排', en: 'Seats assigned' },
  text: {
    zh: '您报名的“{title}”已安排座位，共 {count} 场。第一场“{subject}”：{at}，{room} {seat} 号。准考证可以下载了。',
    en: 'Your {count|seat|seats} for “{title}” {count|is|are} assigned, {count} in all. The first, “{subject}”: {at}, {room}, seat {seat}. Your ticket can be downloaded.',
  },
  way: '/trainIndex?mine={applicationId}',
})
