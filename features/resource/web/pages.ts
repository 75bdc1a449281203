import type { Page } from '../../../web/page.ts'

export const resourcePages: Page[] = [
  {
    path: '/resource-manage/video',
    frame: 'admin',
    title: ['视频', 'Videos'],
    sort: 1,
    load: () => import('./VideoListPage.tsx'),
  },
]
