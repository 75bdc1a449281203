import type { PortalPage } from '../../../web/page.ts'

const catalogue = () => import('./CataloguePage.tsx')
const detail = () => import('./ClassDetailPage.tsx')
const select = () => import('./ClassSelectCenterPage.tsx')

export const cataloguePages: PortalPage[] = [
  { path: '/publicClass', frame: 'learner', title: ['公需课', 'Public courses'], load: catalogue },
  { path: '/specialized', frame: 'learner', title: ['专业课', 'Specialized courses'], load: catalogue },
  { path: '/professional', frame: 'learner', title: ['行业课', 'Professional courses'], load: catalogue },
  { path: '/vocational', frame: 'learner', title: ['职业技能', 'Vocational skills'], load: catalogue },
  { path: '/detail-public', frame: 'learner', title: ['班级详情', 'Class'], load: detail },
  { path: '/v2/detail-public', frame: 'learner', title: ['班级详情', 'Class'], load: detail },
  { path: '/classSelectCenter', frame: 'learner', title: ['选课中心', 'Course selection'], load: select },
  { path: '/v2/classSelectCenter', frame: 'learner', title: ['选课中心', 'Course selection'], load: select },
]
