import { words } from '../../../web/words.ts'

/** Words for who is no learner on a page of learners. */
export const useLearnerOnlyWords = words(
  'learner-only',
  {
    learnerTitle: '登录后查看',
    learnerHint: '您的班级、学时、订单和证书都在登录之后。',
    managerTitle: '这里是学员的页面',
    managerHint: '您登录的是管理账号，请进入管理后台，或换学员账号登录。',
    toOffice: '进入管理后台',
  },
  {
    learnerTitle: 'Sign in to see this',
    learnerHint: 'Sign in to see your classes, hours, orders and certificates.',
    managerTitle: 'This is a learner page',
    managerHint:
      'You are signed in with an administrator account. Go to the back office, or sign in with a learner account.',
    toOffice: 'Go to back office',
  },
)
