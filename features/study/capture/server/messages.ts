import { messageKind } from '../../../../contract/message.ts'

const names = { className: { zh: '班级', en: 'class' } } as const
const params = { enrolmentId: 'id', className: 'text' } as const
const way = '/student/study-page?enrolmentId={enrolmentId}'

/** A check was accepted by a person. */
export const captureAccepted = messageKind({
  code: 'capture.accepted',
  group: 'notice',
  params,
  names,
  title: { zh: '随堂确认已认可', en: 'Presence check accepted' },
  text: {
    zh: '您在“{className}”的一次随堂确认经人工核对已认可，可以继续学习。',
    en: 'A presence check of yours in “{className}” was accepted by a person; you can study on.',
  },
  way,
})

/** A check was not accepted by a person. */
export const captureRejected = messageKind({
  code: 'capture.rejected',
  group: 'notice',
  params: { ...params, answer: 'text' },
  names: { ...names, answer: { zh: '原因', en: 'reason' } },
  title: { zh: '随堂确认未通过', en: 'Presence check not accepted' },
  text: {
    zh: '您在“{className}”的一次随堂确认经人工核对未通过：{answer}。已计入的学时不变，继续学习前须再确认一次。',
    en: 'A presence check of yours in “{className}” was not accepted: {answer}. Time already counted stays; respond to another check to study on.',
  },
  way,
})
