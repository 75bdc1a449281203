import { menuPage, type OfficePage } from '../../../web/page.ts'

export const coursePages: OfficePage[] = [
  menuPage('/resource-manage/course', () => import('./CourseListPage.tsx'), {
    light: true,
    actions: [
      {
        title: ['新建课程', 'New course'],
        address: '/resource-manage/course?begin=course',
        wholeProject: true,
      },
    ],
  }),
]
