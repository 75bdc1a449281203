import { messageKind } from '../../../contract/message.ts'

/** Reminder of a plan that a learner has not fulfilled. */
export const planReminder = messageKind({
  code: 'trainPlan.reminder',
  group: 'notice',
  params: { planName: 'text', year: 'text' },
  names: {
    planName: { zh: '培训计划', en: 'training plan' },
    year: { zh: '年度', en: 'year' },
  },
  title: { zh: '请完成培训计划', en: 'Please complete your training plan' },
  text: {
    zh: '您还没有完成 {year} 年度的“{planName}”，请查看还差哪些学时和班级。',
    en: 'You have not completed “{planName}” of {year} yet. Please see which hours and classes are missing.',
  },
  way: '/classSelectCenter?year={year}',
})
