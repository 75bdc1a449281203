import { menuPage, type Page } from '../../../web/page.ts'

export const unitPages: Page[] = [menuPage('/unit-manage/list', () => import('./UnitListPage.tsx'))]
