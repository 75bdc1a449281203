import { menuPage, type Page } from '../../../web/page.ts'

export const exceptionLogPages: Page[] = [
  menuPage('/exception-manage/list', () => import('./ExceptionLogPage.tsx'), { light: true }),
]
