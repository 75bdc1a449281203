import { menuPage, type OfficePage } from '../../../web/page.ts'

export const classPages: OfficePage[] = [
  menuPage('/train-manage/class', () => import('./ClassListPage.tsx'), { light: true }),
]
