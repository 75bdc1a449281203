import { menuPage, type Page } from '../../../web/page.ts'

export const dictionaryPages: Page[] = [
  menuPage('/project-manage/dictionary', () => import('./DictionaryPage.tsx'), { light: true }),
]
