import { menuPage, type OfficePage } from '../../../web/page.ts'

export const messagePages: OfficePage[] = [
  menuPage('/project-manage/message', () => import('./MessagePage.tsx'), { light: true }),
]
