import { messageKind } from '../../../contract/message.ts'

/** The unit reminds a learner to begin a class it paid for. */
export const beginReminder = messageKind({
  code: 'unitClass.reminder',
  group: 'notice',
  params: { enrolmentId: 'id', className: 'text', unitName: 'text' },
  names: {
    className: { zh: '班级', en: 'class' },
    unitName: { zh: '单位', en: 'unit' },
  },
  title: { zh: '请开始学习', en: 'Please begin your class' },
  text: {
    zh: '{unitName}为您报名的“{className}”还没有开始学习，请尽早开始。',
    en: 'You have not begun “{className}”, which {unitName} has paid for you. Please start soon.',
  },
  way: '/student/study-page?enrolmentId={enrolmentId}',
})
