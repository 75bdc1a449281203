import { menuPage, type Page } from '../../../../web/page.ts'

export const accountPages: Page[] = [
  menuPage('/super-account/index', () => import('./SuperAccountPage.tsx'), { light: true }),
]
