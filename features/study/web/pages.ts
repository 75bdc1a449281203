import type { PortalPage } from '../../../web/page.ts'
import { phoneCheckPath } from '../capture/rules.ts'

export const studyPages: PortalPage[] = [
  {
    path: '/student/study-page',
    frame: 'bare',
    title: ['学习', 'Study'],
    load: () => import('./StudyPage.tsx'),
  },
  {
    path: '/hxtx/detail-study',
    frame: 'bare',
    title: ['学习', 'Study'],
    load: () => import('./DetailStudyPage.tsx'),
  },
  {
    path: phoneCheckPath,
    frame: 'bare',
    title: ['随堂确认', 'Presence check'],
    load: () => import('./PhoneCheckPage.tsx'),
  },
]
