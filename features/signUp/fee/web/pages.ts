import { menuPage, type OfficePage } from '../../../../web/page.ts'

export const cmsOrderPages: OfficePage[] = [
  menuPage('/cms-manage/cms-order-manage', () => import('./CmsOrderListPage.tsx'), { light: true }),
]
