import type { Page } from '../../../web/page.ts'

export const coursePages: Page[] = [
  {
    path: '/resource-manage/course',
    frame: 'admin',
    title: ['课程', 'Courses'],
    sort: 2,
    load: () => import('./CourseListPage.tsx'),
  },
]
