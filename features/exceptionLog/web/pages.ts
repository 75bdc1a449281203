import { menuPage, type OfficePage } from '../../../web/page.ts'

export const exceptionLogPages: OfficePage[] = [
  menuPage('/exception-manage/list', () => import('./ExceptionLogPage.tsx'), { light: true }),
]
