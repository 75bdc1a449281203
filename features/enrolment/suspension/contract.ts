import { refusals } from '../../../contract/refusal.ts'

export const suspensionRefusals = refusals({
  suspendedOtherwise: {
    code: 409,
    zh: '这名学员在班级中的学习已因其他事项暂停',
    en: 'This enrolment is already paused for another reason',
  },
  notSuspended: {
    code: 409,
    zh: '这名学员在班级中的学习没有被此事项暂停',
    en: 'This enrolment is not paused for that reason',
  },
})
