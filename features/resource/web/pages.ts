import { menuPage, type Page } from '../../../web/page.ts'

export const resourcePages: Page[] = [
  menuPage('/resource-manage/video', () => import('./VideoListPage.tsx'), {
    light: true,
    actions: [
      {
        title: ['上传视频', 'Upload videos'],
        address: '/resource-manage/video?begin=video',
        wholeProject: true,
      },
    ],
  }),
]
