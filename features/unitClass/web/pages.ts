import { hiddenPage, menuPage, type OfficePage } from '../../../web/page.ts'

const list = '/train-manage/unit-class'

export const unitClassPages: OfficePage[] = [
  menuPage(list, () => import('./UnitClassListPage.tsx'), {
    light: true,
    actions: [{ title: ['开设单位班级', 'Open a unit class'], address: '/train-manage/creat-class' }],
  }),
  hiddenPage(
    '/train-manage/creat-class',
    ['开设单位班级', 'Open a unit class'],
    () => import('./CreateClassPage.tsx'),
    {
      above: list,
      permission: list,
      light: true,
    },
  ),
  hiddenPage(
    '/train-manage/import-student',
    ['添加学员', 'Add learners'],
    () => import('./ImportStudentPage.tsx'),
    {
      above: list,
      permission: list,
      subject: 'id',
    },
  ),
]
