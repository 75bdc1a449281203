import { menuPage, type Page } from '../../../web/page.ts'
import { scoreMenu } from '../contract.ts'

export const scorePages: Page[] = [
  menuPage(scoreMenu, () => import('./ScoreManagePage.tsx'), { light: true }),
]
