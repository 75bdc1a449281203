import { menuPage, type OfficePage } from '../../../web/page.ts'

export const dictionaryPages: OfficePage[] = [
  menuPage('/project-manage/dictionary', () => import('./DictionaryPage.tsx'), { light: true }),
]
