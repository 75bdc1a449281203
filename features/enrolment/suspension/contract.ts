import { refusals } from '../../../contract/refusal.ts'

export const suspensionRefusals = refusals({
  suspendedOtherwise: {
    code: 409,
    zh: '这名学员在班级中的学习已因其他事项暂停',
    en: 'This enrolment is suspended by something else already',
  },
  notSuspended: {
    code: 409,
    zh: '这名学员在班级中的学习没有被此事项暂停',
    en: 'This enrolment is not suspended by that',
  },
})
