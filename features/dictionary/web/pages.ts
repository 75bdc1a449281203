import type { Page } from '../../../web/page.ts'

export const dictionaryPages: Page[] = [
  {
    path: '/project-manage/dictionary',
    frame: 'admin',
    title: ['字典', 'Dictionary'],
    load: () => import('./DictionaryPage.tsx'),
  },
]
