import { menuPage, type Page } from '../../../../web/page.ts'

export const cmsOrderPages: Page[] = [
  menuPage('/cms-manage/cms-order-manage', () => import('./CmsOrderListPage.tsx'), { light: true }),
]
