import { signUpPages } from '../features/signUp/rules.ts'
import type { Bilingual } from '../contract/refusal.ts'

/**
 * Names of the kinds of import, and the pages that have their wizards. The frame of the office shows them, so they are
 * not read from the words of their features, which it does not need.
 */
export const importNames: Readonly<Record<string, Bilingual & { page: string }>> = {
  roster: { zh: '学员', en: 'learners', page: '/student-manage/student' },
  unitClassStu: { zh: '名单', en: 'roster', page: '/train-manage/unit-class' },
  unitClassOrder: { zh: '名单', en: 'roster', page: '/train-manage/unit-class' },
  transfer: { zh: '转班名单', en: 'class transfers', page: '/train-manage/study-report' },
  trainingApplicants: { zh: '报名人员', en: 'applicants', page: signUpPages.training },
  examApplicants: { zh: '报名人员', en: 'applicants', page: signUpPages.exam },
  question: { zh: '题目', en: 'questions', page: '/resource-manage/question' },
  videoList: { zh: '视频清单', en: 'list of videos', page: '/resource-manage/video' },
  score: { zh: '成绩', en: 'scores', page: '/cms-manage/score-manage' },
  bankStatement: { zh: '银行流水', en: 'bank statement', page: '/order-manage/receipts' },
}
