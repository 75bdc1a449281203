import { menuPage, type OfficePage } from '../../../../web/page.ts'

export const accountPages: OfficePage[] = [
  menuPage('/super-account/index', () => import('./SuperAccountPage.tsx'), { light: true }),
]
