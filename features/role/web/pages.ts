import { menuPage, type Page } from '../../../web/page.ts'

export const rolePages: Page[] = [
  menuPage('/account-manage/role', () => import('./RolePage.tsx'), { light: true }),
]
