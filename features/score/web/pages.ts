import { menuPage, type OfficePage } from '../../../web/page.ts'
import { scoreMenu } from '../contract.ts'

export const scorePages: OfficePage[] = [
  menuPage(scoreMenu, () => import('./ScoreManagePage.tsx'), { light: true }),
]
