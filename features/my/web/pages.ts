import type { PortalPage } from '../../../web/page.ts'

const my = () => import('./MyPage.tsx')

/** A learner’s own pages: home, classes, hours, orders, certificates. */
export const myPages: PortalPage[] = [
  { path: '/', frame: 'learner', title: ['首页', 'Home'], load: () => import('./HomePage.tsx') },
  {
    path: '/classCenter',
    frame: 'learner',
    title: ['我的班级', 'My classes'],
    load: () => import('./ClassCenterPage.tsx'),
  },
  { path: '/my', frame: 'learner', title: ['我的', 'Me'], load: my },
  {
    path: '/student/info',
    frame: 'learner',
    title: ['完善个人资料', 'Complete your profile'],
    load: () => import('./StudentInfoPage.tsx'),
  },
  { path: '/v2/my', frame: 'learner', title: ['我的', 'Me'], load: my },
]
