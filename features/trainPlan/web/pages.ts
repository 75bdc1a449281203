import { menuPage, type OfficePage } from '../../../web/page.ts'
import { planPaths } from './paths.ts'

export const trainPlanPages: OfficePage[] = [
  menuPage('/train-manage/train-plan-list', () => import('./TrainPlanListPage.tsx'), {
    light: true,
    actions: [
      { title: ['新建培训计划', 'New training plan'], address: planPaths.create, wholeProject: true },
    ],
  }),
  menuPage('/train-manage/train-plan-detail', () => import('./TrainPlanDetailPage.tsx'), { subject: 'id' }),
]
